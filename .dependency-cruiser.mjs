// The arrows between the rooms of the house. `scripts/gate/boundaries.ts` checks them and its test
// proves for every rule here that it can fail.

const test = '\\.(test|journey\\.test)\\.tsx?$';

/** @type {import('dependency-cruiser').IFlattenedRuleSet} */
export const rules = {
  forbidden: [
    {
      name: 'package-imports-no-service',
      comment: 'A package could live on its own.',
      severity: 'error',
      from: { path: '^packages/' },
      to: { path: '^services/' },
    },
    {
      name: 'contracts-imports-nothing-of-ours',
      comment: 'What crosses the wire is the bottom of the house.',
      severity: 'error',
      from: { path: '^packages/contracts/', pathNot: test },
      to: { path: ['^packages/(?!contracts/)', '^themes/'] },
    },
    {
      name: 'domain-imports-nothing-of-ours',
      comment: 'Rules are pure and shared by server and browser.',
      severity: 'error',
      from: { path: '^packages/domain/', pathNot: test },
      to: { path: ['^packages/(?!domain/)', '^themes/'] },
    },
    {
      name: 'shared-code-runs-in-a-browser',
      comment: 'contracts and domain are bundled for the browser: nothing of Node in them.',
      severity: 'error',
      from: { path: '^packages/(contracts|domain)/src/', pathNot: test },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'package-imports-only-contracts-and-domain',
      comment: 'Packages are put together by services, not by each other. testing may use them all.',
      severity: 'error',
      from: { path: '^packages/([^/]+)/src/', pathNot: ['^packages/testing/', test] },
      to: { path: '^packages/', pathNot: ['^packages/$1/', '^packages/(contracts|domain)/'] },
    },
    {
      name: 'web-imports-only-contracts-and-domain',
      comment: 'What the browser gets holds nothing of the server.',
      severity: 'error',
      from: { path: '^(services/web/src|themes)/', pathNot: test },
      to: { path: ['^packages/(?!(contracts|domain)/)', '^services/(?!web/)'] },
    },
    {
      name: 'service-imports-no-service',
      comment: 'Services meet over the wire; only tests and their worlds start two of them.',
      severity: 'error',
      from: { path: '^services/([^/]+)/src/', pathNot: ['^services/[^/]+/src/testing/', test] },
      to: { path: '^services/', pathNot: '^services/$1/' },
    },
    {
      name: 'server-feature-only-through-its-index',
      comment: 'A feature calls another through what its folder exports at the top, never its rows.',
      severity: 'error',
      from: { path: '^services/server/src/features/([^/]+)/', pathNot: test },
      to: {
        path: '^services/server/src/features/',
        pathNot: ['^services/server/src/features/$1/', '^services/server/src/features/[^/]+/index\\.ts$'],
      },
    },
    {
      name: 'web-lib-is-the-ground-floor',
      comment: 'lib < entities < components < features < app.',
      severity: 'error',
      from: { path: '^services/web/src/lib/' },
      to: { path: '^services/web/src/', pathNot: '^services/web/src/lib/' },
    },
    {
      name: 'web-entities-import-no-floor-above',
      comment: 'What several features know about a post, a purchase, an upload or a person draws nothing of its own.',
      severity: 'error',
      from: { path: '^services/web/src/entities/' },
      to: { path: '^services/web/src/', pathNot: '^services/web/src/(lib|entities)/' },
    },
    {
      name: 'web-components-import-no-floor-above',
      comment: 'A component belongs to no feature.',
      severity: 'error',
      from: { path: '^services/web/src/components/' },
      to: { path: '^services/web/src/', pathNot: '^services/web/src/(lib|entities|components)/' },
    },
    {
      name: 'web-app-is-imported-by-nobody',
      comment: 'app/ composes. What features need of it comes down a floor, or through a context.',
      severity: 'error',
      from: { path: '^(services/web/src/(lib|entities|components|features)|themes)/' },
      to: { path: '^services/web/src/', pathNot: '^services/web/src/(lib|entities|components|features)/' },
    },
    {
      name: 'media-lie-below-what-holds-them',
      comment: 'Posts, the look of the site and the library know media; media ask and tell them as MediaHolder alone.',
      severity: 'error',
      from: { path: '^services/server/src/(features/media/|joints/media-holder\\.ts)', pathNot: test },
      to: { path: '^services/server/src/features/', pathNot: '^services/server/src/features/media/' },
    },
    {
      name: 'tags-lie-below-what-carries-them',
      comment: 'Posts know tags; tags ask what carries them as TagHolder alone.',
      severity: 'error',
      from: { path: '^services/server/src/(features/tags/|joints/tag-holder\\.ts)', pathNot: test },
      to: { path: '^services/server/src/features/', pathNot: '^services/server/src/features/tags/' },
    },
    {
      name: 'checkout-knows-no-thing-sold',
      comment: 'Features declare what they sell (`Feature.sells`); who takes and books the money lies below them.',
      severity: 'error',
      from: { path: '^services/server/src/features/(checkout|ledger)/', pathNot: test },
      to: {
        path: '^services/server/src/features/',
        pathNot: '^services/server/src/features/(sites|accounts|photo-ids|ledger|checkout)/',
      },
    },
    {
      name: 'settling-lies-below-webhooks',
      comment: 'A webhook is one way to learn what became of a payment; what settles and books it knows none of them.',
      severity: 'error',
      from: { path: '^services/server/src/features/checkout/settle/', pathNot: test },
      to: { path: '^services/server/src/features/checkout/webhooks/' },
    },
    {
      name: 'nobody-imports-reports',
      comment: 'They lie on top of all features and read everything: what others need of them belongs to an owner.',
      severity: 'error',
      from: {
        path: '^services/server/',
        pathNot: ['^services/server/src/features/reports/', '^services/server/src/features\\.ts$', test],
      },
      to: { path: '^services/server/src/features/reports/' },
    },
    {
      name: 'nobody-imports-disputes',
      comment: 'As reports: they read everything about a payment, and write their own tables alone.',
      severity: 'error',
      from: {
        path: '^services/server/',
        pathNot: ['^services/server/src/features/disputes/', '^services/server/src/features\\.ts$', test],
      },
      to: { path: '^services/server/src/features/disputes/' },
    },
    {
      name: 'web-features-do-not-meet',
      comment: 'app/ composes features.',
      severity: 'error',
      from: { path: '^services/web/src/features/([^/]+)/', pathNot: test },
      to: { path: '^services/web/src/features/', pathNot: '^services/web/src/features/$1/' },
    },
    {
      name: 'web-app-meets-features-in-its-lists',
      comment: 'A feature says in its feature.ts what app composes; app knows nothing else of it.',
      severity: 'error',
      from: { path: '^services/web/src/(app/|[^/]+$)' },
      to: {
        path: '^services/web/src/features/',
        pathNot: '^services/web/src/features/[^/]+/(studio-)?feature\\.ts$',
      },
    },
    {
      name: 'only-database-opens-connections',
      comment: 'Tenants are kept apart by the handles of packages/database; elsewhere `import type`.',
      severity: 'error',
      from: { path: '^(packages|services|scripts|themes)/', pathNot: '^packages/database/' },
      to: { path: 'node_modules/(knex|pg|pg-[^/]+)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'only-the-job-runner-starts-the-queue',
      comment: 'Everyone else enqueues in the transaction of the change.',
      severity: 'error',
      from: {
        path: '^(packages|services|scripts|themes)/',
        pathNot: ['^packages/database/', '^services/server/src/jobs/'],
      },
      to: { path: 'node_modules/graphile-worker/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'production-imports-no-test-makers',
      comment:
        'What makes worlds, people and files for tests lives in testing folders, and nothing that ships needs it.',
      severity: 'error',
      from: { path: '^(packages|services)/[^/]+/src/', pathNot: ['^packages/testing/', '/testing/', test] },
      to: { path: ['^packages/testing/', '/testing/'], pathNot: 'node_modules' },
    },
    {
      name: 'tests-are-not-imported',
      severity: 'error',
      comment: 'A test file is a leaf.',
      from: {},
      to: { path: test },
    },
    {
      name: 'no-cycles',
      comment: 'A type may point back; running code may not.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'nothing-unresolved',
      comment: 'Every import points to something that exists.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:' },
    },
  ],
};

/** TypeScript 7 has no JavaScript API: swc parses, and still tells types from values. */
export const options = {
  parser: 'swc',
  doNotFollow: { path: 'node_modules' },
  exclude: { path: '(^|/)(dist|\\.cache|\\.data|shots|coverage)/|[?](url|raw|inline)$' },
};

export const resolution = {
  exportsFields: ['exports'],
  conditionNames: ['import', 'default', 'types'],
  extensions: ['.ts', '.tsx', '.mjs', '.js', '.json'],
};

export default { ...rules, options: { ...options, enhancedResolveOptions: resolution } };
