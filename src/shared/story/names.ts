/** Names that no character may have, because they are reserved for the table. */
export const RESERVED_ACTORS = ['DM', 'designer', 'system'] as const

/** The table's verbs. No game may define an action with one of these names. */
export const VERBS = [
  'narrate',
  'speak',
  'whisper',
  'call_on',
  'roll_table',
  'recall',
  'record',
  'remember',
  'plan',
  'get_location',
  'get_exits',
  'open_session',
  'open_scene',
  'end_scene',
  'end_session',
  'open_thread',
  'close_thread',
  'start_quest',
  'advance_quest',
  'close_quest',
  'change_relationship',
  'establish',
  'run_scene',
  'stop_scene',
  'choose_option',
  'click',
  'end_campaign',
  'summarise',
  'pass',
  'edit',
  'undo',
  'reseed',
  'milestone'
] as const
export type Verb = (typeof VERBS)[number]

const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(\..*)?$/i

/** Why a file or folder name isn't valid on every system, as the end of a sentence; undefined if it is. */
export function badName(name: string): string | undefined {
  if (name === '' || name === '.' || name === '..') return 'it is empty or a dot'
  if (/[\p{Cc}\p{Cs}/\\:*?"<>|]/u.test(name)) return "it contains a character that some systems don't allow"
  if (/[\u202a-\u202e\u2066-\u2069]/.test(name)) return 'it contains an invisible character that changes the reading direction'
  if (name === '__proto__') return 'programs reserve this name'
  if (/[. ]$/.test(name)) return 'it ends with a dot or a space'
  if (DEVICE.test(name)) return 'Windows reserves this name'
  if (/^\.git$|^git~\d+$/i.test(name)) return 'git reserves this name'
  if (encodeURIComponent(name).replace(/%../g, '.').length > 200) return 'it is longer than 200 bytes'
  return undefined
}

/** Why an id isn't valid for a new thing, as the end of a sentence; undefined if it is. Existing files may have other ids. */
export function badId(id: string): string | undefined {
  if (id === '__proto__') return 'programs reserve this name'
  if (!/^[\p{L}\p{M}\p{N}_-]+$/u.test(id)) return 'an id can contain only letters, digits, dashes and underscores'
  return badName(id) ?? badName(`${id}.yaml`)
}

/** Folds a name: two names with equal results can't be in one folder on every system. */
export const fold = (name: string): string => composed(name).toLowerCase()

/** Characters that normalization form C never changes. */
const COMPOSED = /^[\0-\u02ff\u2010-\u2027]*$/
const composed = (text: string): string => (COMPOSED.test(text) ? text : text.normalize('NFC'))

/** The first of `base`, `base-2`, `base-3` and so on that isn't taken. */
export function freeName(base: string, isTaken: (name: string) => boolean): string {
  let name = base
  for (let n = 2; isTaken(name); n++) name = `${base}-${n}`
  return name
}

/** A name with the next number at its end: Wren 2, Wren 3. A name of at most 200 characters stays one. */
export function numbered(name: string, isTaken: (name: string) => boolean): string {
  const whole = name.replace(/ \d{1,4}$/, '')
  const base = whole.length > 200 ? whole : whole.slice(0, 190).replace(/[\ud800-\udbff]$/, '')
  for (let n = 2; ; n++) if (!isTaken(`${base} ${n}`)) return `${base} ${n}`
}

/** A file name for a title: lower case, words joined by dashes (apostrophes within a word are dropped), never empty. */
export function slug(title: string): string {
  const words = title
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/(?<=[\p{L}\p{N}])['\u2019](?=[\p{L}\p{N}])/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu)
  return (words ?? ['untitled']).join('-').slice(0, 60).replace(/-+$/, '')
}

/** The id that a name suggests, for any script; `other` for a name without letters and digits. */
export function idBase(name: string, other: string): string {
  const base = /[\p{L}\p{N}]/u.test(name) ? slug(name) : other
  return badId(`${base}-2`) === undefined ? base : other
}
