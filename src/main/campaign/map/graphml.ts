import { own } from '../../../shared/base/json'
import { freeName, slug } from '../../../shared/story/names'
import { Problem } from '../../../shared/base/problem'
import { xmlAttribute, xmlText } from '../../../shared/base/xml-text'
import { counted } from '../../../shared/words/labels'
import { fitMap } from './fit-map'
import type { MapWorld, ReadMap } from './map-world'
import { readXml, type Xml } from './xml'

type Values = Record<string, unknown>
type For = 'node' | 'edge' | 'graph'

/** The GraphML keys: their owner, name and type. Compound values are JSON in a string. */
const KEYS: readonly [For, string, 'string' | 'int' | 'double'][] = [
  ['graph', 'regions', 'string'],
  ['node', 'label', 'string'],
  ['node', 'region', 'string'],
  ['node', 'description', 'string'],
  ['node', 'gm_guide', 'string'],
  ['node', 'senses', 'string'],
  ['node', 'features', 'string'],
  ['node', 'inventory', 'string'],
  ['node', 'tags', 'string'],
  ['node', 'npcs', 'string'],
  ['node', 'x', 'double'],
  ['node', 'y', 'double'],
  ['edge', 'direction', 'string'],
  ['edge', 'duration', 'string'],
  ['edge', 'difficulty', 'int'],
  ['edge', 'risks', 'string'],
  ['edge', 'requires', 'string'],
  ['edge', 'description', 'string']
]

/** Writes a map as GraphML: places are nodes, journeys are directed edges, and regions are a field of each place. */
export function writeGraphml({ regions, places, journeys }: MapWorld): string {
  const fields = (owner: For, values: Values, pad: string): string =>
    KEYS.filter(([whose, name]) => whose === owner && own(values, name) !== undefined && own(values, name) !== '')
      .map(([, name]) => `${pad}<data key="${owner}-${name}">${xmlText(wordOf(own(values, name)))}</data>\n`)
      .join('')
  const nodes = places.map(({ id, name, position, ...rest }) => {
    const inner = fields('node', { ...rest, label: name, x: position?.x, y: position?.y }, '      ')
    return `    <node id="${xmlAttribute(id ?? '')}">\n${inner}    </node>\n`
  })
  const edges = journeys.map(({ id, from, to, ...rest }) => {
    const inner = fields('edge', rest, '      ')
    return `    <edge id="${xmlAttribute(id ?? '')}" source="${xmlAttribute(from)}" target="${xmlAttribute(to)}">\n${inner}    </edge>\n`
  })
  const keys = KEYS.map(([owner, name, type]) => `  <key id="${owner}-${name}" for="${owner}" attr.name="${name}" attr.type="${type}"/>\n`)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>\n<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n',
    ...keys,
    `  <graph id="map" edgedefault="directed">\n${fields('graph', { regions }, '    ')}`,
    ...nodes,
    ...edges,
    '  </graph>\n</graphml>\n'
  ].join('')
}

const wordOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

interface Key {
  owner: string
  name: string
  missing: string | undefined
}

/** Ids that a program generated: `n0`, `n1::n3`, `12`, `e5`. They mean nothing, so the id is derived from the name. */
const GENERATED_ID = /^(?:[a-z]?\d+(?:\.\d+)?)(?:::[a-z]?\d+)*$/i
const LISTS = ['senses', 'risks', 'inventory']
const JSONS = [...LISTS, 'features', 'tags', 'npcs', 'regions']
const NUMBERS = ['x', 'y', 'difficulty']

/**
 * Reads GraphML as yEd, Gephi, networkx and we write it: nodes and directed edges. yEd's groups become regions; an undirected edge becomes a
 * journey in each direction. Throws Problem `bad-input`.
 */
export function readGraphml(text: string): ReadMap {
  const root = readXml(text)
  if (root.name !== 'graphml')
    throw new Problem('bad-input', `This is XML but not GraphML, because it begins with <${root.name}>. Choose a GraphML file.`)
  const keys = new Map(children(root, 'key').map((key): [string, Key] => [key.attributes.get('id') ?? '', keyOf(key)]))
  const reading = new Reading(keys)
  for (const graph of children(root, 'graph')) reading.graph(graph)
  const { notes, ...map } = fitMap({ regions: reading.regions, locations: reading.places, journeys: reading.journeys() })
  return { ...map, notes: [...notes, ...reading.notes()] }
}

const children = (of: Xml, name: string): Xml[] => of.children.filter((child) => child.name === name)

const keyOf = ({ attributes, children: inner }: Xml): Key => ({
  owner: attributes.get('for') ?? 'all',
  name: (attributes.get('attr.name') ?? attributes.get('yfiles.type') ?? attributes.get('id') ?? '').toLowerCase(),
  missing: inner.find(({ name }) => name === 'default')?.text
})

/** Converts the graphs of one file to a map. */
class Reading {
  readonly regions: Values[] = []
  readonly places: Values[] = []
  readonly #edges: { source: string; target: string; isDirected: boolean; values: Values }[] = []
  /** The id of each node's place. */
  readonly #ids = new Map<string, string>()
  readonly #taken = new Set<string>()
  readonly #isOurs: boolean
  #bothWays = 0
  #skipped = 0

  constructor(private readonly keys: ReadonlyMap<string, Key>) {
    this.#isOurs = keys.has('node-label') && keys.has('edge-direction')
  }

  /** Returns whether an id was generated by a program. In files that we wrote, every id is meaningful. */
  #isGenerated(id: string): boolean {
    return !this.#isOurs && GENERATED_ID.test(id)
  }

  graph(graph: Xml, region?: string): void {
    const ours = this.#values(graph, 'graph')
    if (Array.isArray(ours['regions'])) this.regions.push(...(ours['regions'] as Values[]))
    for (const node of children(graph, 'node')) this.#node(node, region)
    for (const edge of children(graph, 'edge')) this.#edge(edge, graph.attributes.get('edgedefault') !== 'undirected')
    this.#skipped += children(graph, 'hyperedge').length
  }

  #node(node: Xml, region: string | undefined): void {
    const id = node.attributes.get('id') ?? ''
    const { label, name = label ?? drawnElement(node, 'NodeLabel')?.text.trim(), ...values } = this.#values(node, 'node')
    const inner = children(node, 'graph')
    const called = typeof name === 'string' && name.trim() !== '' ? name.trim() : undefined
    if (inner.length > 0) {
      const group = this.#free(this.#isGenerated(id) && called !== undefined ? slug(called) : id)
      this.regions.push({ id: group, name: called ?? id })
      for (const graph of inner) this.graph(graph, group)
      return
    }
    if (this.#ids.has(id)) throw new Problem('bad-input', `Two nodes have the id "${id}". Give each its own id and import again.`, { id })
    const place = this.#isGenerated(id) && called !== undefined ? this.#free(slug(called)) : id
    this.#taken.add(place)
    this.#ids.set(id, place)
    const at = drawnElement(node, 'Geometry')?.attributes
    const spot = { x: values['x'] ?? numberOf(at?.get('x')), y: values['y'] ?? numberOf(at?.get('y')) }
    const hasSpot = typeof spot.x === 'number' && typeof spot.y === 'number'
    const { x: _x, y: _y, ...rest } = values
    this.places.push({ id: place, name: called ?? id, ...(region === undefined ? {} : { region }), ...rest, ...(hasSpot ? { position: spot } : {}) })
  }

  #free(base: string): string {
    const id = freeName(base, (one) => this.#taken.has(one))
    this.#taken.add(id)
    return id
  }

  #edge(edge: Xml, directed: boolean): void {
    const { attributes } = edge
    const id = attributes.get('id')
    const { label, direction = label ?? drawnElement(edge, 'EdgeLabel')?.text.trim(), ...rest } = this.#values(edge, 'edge')
    const named = id === undefined || this.#isGenerated(id) ? {} : { id }
    const values = { ...named, ...(typeof direction === 'string' && direction !== '' ? { direction } : {}), ...rest }
    const isDirected = attributes.has('directed') ? attributes.get('directed') === 'true' : directed
    this.#edges.push({ source: attributes.get('source') ?? '', target: attributes.get('target') ?? '', isDirected, values })
  }

  #values(of: Xml, owner: For): Values {
    const out: Values = {}
    for (const key of this.keys.values())
      if (key.missing !== undefined && (key.owner === owner || key.owner === 'all')) out[key.name] = valueOf(key.name, key.missing)
    for (const part of children(of, 'data')) {
      const key = this.keys.get(part.attributes.get('key') ?? '')
      if (key && part.children.length === 0) out[key.name] = valueOf(key.name, part.text)
    }
    return out
  }

  journeys(): Values[] {
    const place = (node: string): string => this.#ids.get(node) ?? node
    return this.#edges.flatMap(({ source, target, isDirected, values }) => {
      const ends = { ...values, from: place(source), to: place(target) }
      if (isDirected || source === target) return [ends]
      this.#bothWays++
      const { id: _, ...rest } = values
      return [ends, { ...rest, from: place(target), to: place(source) }]
    })
  }

  notes(): string[] {
    return [
      ...(this.#bothWays > 0 ? [`${counted(this.#bothWays, 'edge')} without a direction became a journey in each direction.`] : []),
      ...(this.#skipped > 0 ? [`${counted(this.#skipped, 'hyperedge')} not imported, because a journey has two ends.`] : [])
    ]
  }
}

/** The element that yEd draws for a node or edge: the first descendant of that name. */
function drawnElement(of: Xml, name: string): Xml | undefined {
  for (const child of of.children) {
    if (child.name === 'graph') continue
    const descendant = child.name === name ? child : drawnElement(child, name)
    if (descendant) return descendant
  }
  return undefined
}

const numberOf = (text: string | undefined): number | undefined =>
  text === undefined || text.trim() === '' || !Number.isFinite(Number(text)) ? undefined : Number(text)

function valueOf(name: string, text: string): unknown {
  if (NUMBERS.includes(name)) return numberOf(text) ?? text
  if (!JSONS.includes(name)) return text
  if (/^\s*[[{]/.test(text)) {
    try {
      return JSON.parse(text) as unknown
    } catch {
      // The text only looks like JSON, so it stays a text.
    }
  }
  if (!LISTS.includes(name)) return text
  return text
    .split(/[;\n]/)
    .map((word) => word.trim())
    .filter((word) => word !== '')
}
