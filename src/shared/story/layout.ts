import { badName } from './names'
import { PICTURE_LIMITS, PICTURES } from './pictures'

/** The format of a kind of file: YAML, a YAML list with one entry per line, Markdown with front matter, one line of text, TypeScript, or anything. */
export type Format = 'yaml' | 'list' | 'markdown' | 'line' | 'code' | 'any'

/** A kind of file in a campaign's folder. `{…}` is a variable part of the path; a part has the same value wherever its name is repeated. */
interface Row {
  path: string
  format: Format
  /** The largest such file that is read, in bytes. */
  maxBytes: number
}

/** The largest text of a campaign, in bytes; authors write smaller ones. */
const MAX_TEXT = 4 << 20
/** The largest file of the rules, in bytes. */
const MAX_RULE = 1 << 20

/** The largest Arrow document that is opened or saved, in bytes. */
export const MAX_ARROW_BYTES = 32 << 20

const text = <P extends string>(format: Format, path: P, maxBytes = MAX_TEXT) => ({ path, format, maxBytes }) as const
const scene = 'sessions/session-{session}/{scene}-scene'

/** The single table that maps paths in a campaign's folder to kinds of files. If two rows match a path, the first one counts. */
export const LAYOUT = {
  about: text('markdown', 'ABOUT.md'),
  summary: text('markdown', 'SUMMARY.md'),
  table: text('yaml', 'table.yaml'),
  next: text('yaml', 'next'),
  currentScene: text('line', 'current-scene'),
  version: text('yaml', 'narrative-version'),
  words: text('any', 'words.txt'),

  state: text('yaml', 'world/STATE.yaml'),
  facts: text('yaml', 'world/FACTS.yaml'),
  sheet: text('yaml', 'world/{group}/{id}/STATS.yaml'),
  actor: text('markdown', 'world/{group}/{id}/ABOUT.md'),
  beliefs: text('yaml', 'world/{group}/{id}/BELIEFS.yaml'),
  timeline: text('list', 'world/{group}/{id}/TIMELINE.yaml'),
  portrait: text('any', 'world/{group}/{id}/portrait.{picture}', PICTURE_LIMITS.portrait.bytes),
  picture: text('any', `${PICTURES}/{pictureFile}`, PICTURE_LIMITS.picture.bytes),
  region: text('markdown', 'world/regions/{region}/ABOUT.md'),
  map: text('yaml', 'world/regions/{region}/MAP.yaml'),
  journeys: text('yaml', 'world/regions/{region}/journeys.yaml'),
  location: text('yaml', 'world/regions/{region}/locations/{id}.yaml'),
  storyEvent: text('markdown', 'world/story/{id}/ABOUT.md'),
  topic: text('markdown', 'world/{topics}/{id}/ABOUT.md'),
  ruling: text('markdown', 'world/rulings/{id}.md'),
  worldNote: text('markdown', 'world/{note}'),
  direction: text('markdown', 'direction/{id}.md'),
  storyTests: text('yaml', 'tests/{id}.yaml'),
  playerNote: text('markdown', 'player-notes/{player}/{note}'),

  session: text('markdown', 'sessions/session-{session}/ABOUT.md'),
  sessionSummary: text('markdown', 'sessions/session-{session}/SUMMARY.md'),
  scene: text('markdown', `${scene}/ABOUT.md`),
  sceneSummary: text('markdown', `${scene}/SUMMARY.md`),
  sceneTree: text('any', `${scene}/SCENE.json`),
  log: text('list', `${scene}/LOG.yaml`),
  laterLog: text('list', `${scene}/LOG-{part}.yaml`),
  talk: text('markdown', `${scene}/{player}.md`),

  manifest: text('yaml', 'rules/manifest.yaml', MAX_RULE),
  action: text('code', 'rules/actions/{id}.ts', MAX_RULE),
  yamlAction: text('yaml', 'rules/actions/{id}.yaml', MAX_RULE),
  condition: text('yaml', 'rules/conditions/{id}.yaml', MAX_RULE),
  diceTable: text('yaml', 'rules/tables/{id}.yaml', MAX_RULE),
  equipment: text('yaml', 'rules/equipment/{id}.yaml', MAX_RULE),
  otherRule: text('any', 'rules/{file}', MAX_RULE),

  arrowDocument: text('any', '{document}', MAX_ARROW_BYTES)
} as const satisfies Record<string, Row>

/** A kind of file in a campaign's folder. */
export type FileKind = keyof typeof LAYOUT

type Names<P extends string> = P extends `${string}{${infer Name}}${infer Rest}` ? Name | Names<Rest> : never
/** The parts of the path of a kind of file, by name. */
export type PathParts<K extends FileKind> = Readonly<Record<Names<(typeof LAYOUT)[K]['path']>, string>>

/** Patterns of path parts that are not just one name. */
const PART_PATTERNS: Readonly<Record<string, string>> = {
  group: 'players|npcs',
  topics: 'events|misc',
  session: '\\d{1,9}',
  scene: '\\d{1,9}',
  part: '\\d{1,9}',
  note: '.+\\.[mM][dD]',
  file: '.+',
  picture: 'jpg|png|webp',
  pictureFile: '[^/]+\\.(?:[pP][nN][gG]|[jJ][pP][eE]?[gG]|[wW][eE][bB][pP])',
  document: '.+\\.[aA][rR][rR][oO][wW](?:-[pP][rR][oO][jJ][eE][cC][tT])?'
}

interface Compiled {
  kind: FileKind
  pattern: RegExp
  /** The path, split into fixed text and names of parts in turn. */
  pieces: readonly string[]
}

const COMPILED: readonly Compiled[] = Object.entries(LAYOUT).map(([kind, { path }]) => {
  const pieces = path.split(/[{}]/)
  const pattern = pieces.map((piece, i) => (i % 2 === 0 ? piece.replaceAll('.', '\\.') : `(?<${piece}>${PART_PATTERNS[piece] ?? '[^/]+'})`)).join('')
  return { kind: kind as FileKind, pattern: new RegExp(`^${pattern}$`), pieces }
})
const PIECES = new Map(COMPILED.map(({ kind, pieces }) => [kind, pieces]))

/** The kind of file at a path, with the parts of the path by name. */
export type FileAt = { [K in FileKind]: { kind: K; parts: PathParts<K> } }[FileKind]

/** A cache of recently requested paths. A beat requests the same few files again and again. */
const known = new Map<string, FileAt | undefined>()
const MAX_KNOWN_PATHS = 1000

/** The kind of file at a path in a campaign's folder; undefined for unknown paths. */
export function fileAt(path: string): FileAt | undefined {
  if (known.has(path)) return known.get(path)
  if (known.size >= MAX_KNOWN_PATHS) known.clear()
  const at = matched(path)
  known.set(path, at)
  return at
}

function matched(path: string): FileAt | undefined {
  for (const { kind, pattern, pieces } of COMPILED) {
    if (!path.startsWith(pieces[0] ?? '')) continue
    const match = pattern.exec(path)
    if (match) return { kind, parts: { ...match.groups } } as FileAt
  }
  return undefined
}

/** The path of a file of a kind. */
export function pathOf<K extends FileKind>(kind: K, ...[parts]: Names<(typeof LAYOUT)[K]['path']> extends never ? [] : [PathParts<K>]): string {
  const values: Readonly<Record<string, string>> = parts ?? {}
  return (PIECES.get(kind) ?? []).map((piece, i) => (i % 2 === 0 ? piece : (values[piece] ?? ''))).join('')
}

/** The name of a kind of file within its folder, if all have the same: `STATS.yaml` of a sheet. */
export const fileName = (kind: FileKind): string => LAYOUT[kind].path.slice(LAYOUT[kind].path.lastIndexOf('/') + 1)

/** The id in a file name of a folder of files of a kind, `inn` of `inn.yaml`; undefined for another kind of file. */
export function idIn(kind: 'location' | 'ruling', name: string): string | undefined {
  const ending = kind === 'location' ? '.yaml' : '.md'
  return name.endsWith(ending) && name.length > ending.length ? name.slice(0, -ending.length) : undefined
}

/** The folder of a character. */
export const actorFolder = (kind: 'player' | 'npc', id: string): string => `world/${groupOf(kind)}/${id}`
/** The names of a portrait's file in its character's folder; if there are several, the first one counts. */
export const PORTRAIT_FILES = ['portrait.webp', 'portrait.jpg', 'portrait.png'] as const
/** The folder of all characters of a kind. */
export const groupOf = (kind: 'player' | 'npc'): 'players' | 'npcs' => (kind === 'npc' ? 'npcs' : 'players')
/** The folder of a region. */
export const regionFolder = (region: string): string => `world/regions/${region}`
/** The folder of a player's notes. */
export const notesFolder = (player: string): string => `player-notes/${player}`
/** The note with a player's own plan, or with the DM's. */
export const planFile = (player?: string): string =>
  player === undefined ? pathOf('worldNote', { note: 'plan.md' }) : pathOf('playerNote', { player, note: 'plan.md' })
/** The folder of a session. */
export const sessionFolder = (session: number): string => `sessions/session-${session}`
/** The folder of a scene. */
export const sceneFolder = (session: number, number: number): string => `${sessionFolder(session)}/${String(number).padStart(3, '0')}-scene`
/** Whether a path is the folder of a scene. */
export const isSceneFolder = (path: string): boolean => fileAt(`${path}/ABOUT.md`)?.kind === 'scene'
/** The path of the nth LOG file of a scene's folder, counted from 1. */
export const logFile = (scene: string, n: number): string => (n === 1 ? `${scene}/LOG.yaml` : `${scene}/LOG-${n}.yaml`)
/** Whether a path is a part of a scene's log. */
export function isLog(path: string): boolean {
  const kind = fileAt(path)?.kind
  return kind === 'log' || kind === 'laterLog'
}
/** The Arrow document beside the ABOUT.md of a story event. */
export const sceneDocument = (event: string): string => `world/story/${event}/scene.arrow`
/** Whether a path is a valid path of an Arrow document of the campaign. */
export const isArrowPath = (path: string): boolean =>
  fileAt(path)?.kind === 'arrowDocument' && path.split('/').every((part) => badName(part) === undefined)
