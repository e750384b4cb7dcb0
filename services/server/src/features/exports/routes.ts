import * as calls from '@backlot/contracts/http/exports';
import { route, type CallRoute } from '../../call-route.ts';
import type { AppContext } from '../../context.ts';
import type { ExportLists } from './export-list.ts';
import { askExport, showExport, showExportPart } from './ask-export.ts';

export const exportRoutes = (ctx: AppContext, lists: ExportLists): readonly CallRoute[] => [
  route(calls.askExport, async ({ tenant, actor, body, language, now }) => ({
    data: await askExport(ctx, tenant, actor, body, { lists, language, now }),
  })),
  route(calls.getExport, async ({ tenant, actor, params }) => ({
    data: await showExport(ctx, tenant, actor, params.id),
  })),
  route(calls.getExportPart, async ({ tenant, actor, params }) => ({
    data: { csv: await showExportPart(ctx, tenant, actor, params.id, Number(params.part)) },
  })),
];
