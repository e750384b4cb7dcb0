/** Networks of IPv4, `203.0.113.0/24`, with their country and, where it is known, the region's part of its code. */
export type PlacesOfNetworks = Readonly<Record<string, { readonly country: string; readonly region?: string }>>;

/** A database in MaxMind's format (version 2) with just these networks, as the real ones cannot be passed on. */
export function geoipFile(networks: PlacesOfNetworks, databaseType = 'GeoLite2-City'): Buffer {
  const nodes: [Branch, Branch][] = [[null, null]];
  const data: Buffer[] = [];
  let dataSize = 0;
  for (const [network, { country, region }] of Object.entries(networks)) {
    const place = map({
      country: map({ iso_code: text(country) }),
      ...(region ? { subdivisions: array([map({ iso_code: text(region) })]) } : {}),
    });
    insert(nodes, network, { at: dataSize });
    data.push(place);
    dataSize += place.length;
  }
  const tree = Buffer.concat(
    nodes.map((node) => Buffer.concat(node.map((record) => uint32(valueOf(record, nodes.length))))),
  );
  const metadata = map({
    binary_format_major_version: number(5, 2),
    binary_format_minor_version: number(5, 0),
    build_epoch: number(9, 1_700_000_000),
    database_type: text(databaseType),
    description: map({ en: text('test') }),
    ip_version: number(5, 4),
    languages: array([text('en')]),
    node_count: number(6, nodes.length),
    record_size: number(5, 32),
  });
  return Buffer.concat([
    tree,
    Buffer.alloc(16),
    ...data,
    Buffer.from('abcdef', 'hex'),
    Buffer.from('MaxMind.com'),
    metadata,
  ]);
}

/** Nothing, the number of a node, or a place in the data. */
type Branch = null | number | { readonly at: number };

function insert(nodes: [Branch, Branch][], network: string, place: { at: number }): void {
  const [address = '', length = '32'] = network.split('/');
  const bits = address
    .split('.')
    .map((part) => Number(part).toString(2).padStart(8, '0'))
    .join('')
    .slice(0, Number(length));
  let node = nodes[0]!;
  for (const [depth, bit] of [...bits].entries()) {
    const side = bit === '1' ? 1 : 0;
    if (depth === bits.length - 1) {
      node[side] = place;
      return;
    }
    let next = node[side];
    if (typeof next !== 'number') {
      next = nodes.push([null, null]) - 1;
      node[side] = next;
    }
    node = nodes[next]!;
  }
}

const valueOf = (record: Branch, count: number): number =>
  record === null ? count : typeof record === 'number' ? record : count + 16 + record.at;

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** The first byte says type and size; types above 7 are in a second one. */
const control = (type: number, size: number): Buffer =>
  type > 7 ? Buffer.from([size, type - 7]) : Buffer.from([(type << 5) | size]);
const text = (value: string): Buffer => Buffer.concat([control(2, Buffer.byteLength(value)), Buffer.from(value)]);
/** A whole number; type 5 has two bytes, the others are given four. */
const number = (type: 5 | 6 | 9, value: number): Buffer => {
  const bytes = uint32(value).subarray(type === 5 ? 2 : 0);
  return Buffer.concat([control(type, bytes.length), bytes]);
};
const array = (items: readonly Buffer[]): Buffer => Buffer.concat([control(11, items.length), ...items]);
const map = (entries: Readonly<Record<string, Buffer>>): Buffer =>
  Buffer.concat([
    control(7, Object.keys(entries).length),
    ...Object.entries(entries).flatMap(([key, value]) => [text(key), value]),
  ]);
