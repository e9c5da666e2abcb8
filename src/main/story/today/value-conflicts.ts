import { diff, equal, type Json, pointerKeys, valueAt } from '../../../shared/base/json'
import { fileAt } from '../../../shared/story/layout'
import { capitalised } from '../../../shared/words/labels'
import { movedEntries, type MergeConflict, type Decide, type FileStep } from '../../campaign/world/merge'
import { parseYaml, splice } from '../../campaign/yaml-splice'
import { namerOf, valueText } from '../compare/sides'
import { type OpenConflict, entityOf, type FileDraft, type Where } from './conflict'
import { entityCalled, thingWords, type Worlds } from './thing-words'

/** How to name things and sides. */
interface Naming {
  worlds: Worlds
  where: Where
}

export const BEAT = 'beat'
export const TODAY = 'today'

/** Files that only play writes, so that the beat's version counts. */
const PLAYED_FILES = new Set(['timeline', 'playerNote', 'session', 'sessionSummary', 'scene', 'sceneSummary', 'sceneTree', 'talk', 'summary'])
/** The parts of a file that are the story's state, by the kind of file. */
const STATE_PARTS: Readonly<Record<string, RegExp>> = {
  sheet: /^\/(?:location|stats|conditions|inventory|tags|attitude)(?:\/|$)/,
  location: /^\/(?:inventory|tags)(?:\/|$)|\/searched$/,
  state: /^\/(?:clock|combat|facts|plays)(?:\/|$)|\/(?:status|done|open|outcome|opened|paid|value|standing|known_to)(?:\/|$)/
}

/** Parts of the story's state that stay as they are at the beat unless a person decides otherwise, even if only an edit changed them. */
const KEPT_PARTS: Readonly<Record<string, RegExp>> = {
  sheet: /^\/(?:location|conditions\/)/,
  state: /^\/(?:clock|combat|facts)(?:\/|$)|^\/(?:quests|threads)\/[^/]+\/(?:status|open)$/
}

/** The parts of the story's state that only edits changed, by the file: each stays as it is at the beat, or is decided. */
export function keptState(files: FileDraft, naming: Naming, known: ReadonlySet<string>): OpenConflict[] {
  return [...files.changed].flatMap(([path, bytes]) => {
    const kind = fileAt(path)?.kind ?? ''
    const before = files.before(path)
    const kept = Object.hasOwn(KEPT_PARTS, kind) ? KEPT_PARTS[kind] : undefined
    if (!kept || !bytes || !before) return []
    const [was, is] = [before, bytes].map((one) => parseYaml(one.toString('utf8'), path))
    // What was only renamed has its value as before.
    const renamed = new Set(movedEntries(was ?? {}, is ?? {}).flatMap(({ from, to }) => [from, to]))
    const changes = diff(was, is).filter(({ path: at }) => kept.test(at) && !known.has(`${path}${at}`) && !renamed.has(at))
    return changes.map(({ path: at, from, to, op }): OpenConflict => {
      const id = `${path}${at}`
      const value = valueConflict(id, { path, at, what: '', ours: op === 'add' ? undefined : from, to: op === 'remove' ? undefined : to }, naming)
      const undo = (draft: FileDraft): void => draft.splice(path, { keys: pointerKeys(at), to: op === 'add' ? undefined : from })
      return { ...value, preselected: BEAT, choices: value.choices.map((one) => (one.id === BEAT ? { ...one, apply: undo } : one)) }
    })
  })
}

/** What the edits of files did to the story's state alone, over other files. A value that differs from the edit's old one stays. */
export function stateEdits(steps: readonly FileStep[], now: (path: string) => Buffer | undefined): Map<string, Buffer> {
  return new Map(
    steps.flatMap(({ path, from, to }): [string, Buffer][] => {
      const kind = fileAt(path)?.kind ?? ''
      const kept = Object.hasOwn(KEPT_PARTS, kind) ? KEPT_PARTS[kind] : undefined
      const text = now(path)?.toString('utf8')
      if (!kept || !from || !to || text === undefined) return []
      const [was, is, here] = [from.toString('utf8'), to.toString('utf8'), text].map((one) => parseYaml(one, path))
      const changes = diff(was, is).filter((one) => kept.test(one.path) && equal(valueAt(here, one.path), one.op === 'add' ? undefined : one.from))
      if (changes.length === 0) return []
      const edits = changes.map((one) => ({ keys: pointerKeys(one.path), to: one.op === 'remove' ? undefined : (one.to as Json) }))
      return [[path, Buffer.from(splice(text, edits))]]
    })
  )
}

/** Whether a value, text or file is the story's state, so that it stays as it is at the beat. */
function isState({ path, at, missing }: MergeConflict): boolean {
  if (missing !== undefined && at === '') return missing === 'ours'
  const kind = fileAt(path)?.kind ?? ''
  return PLAYED_FILES.has(kind) || (Object.hasOwn(STATE_PARTS, kind) && STATE_PARTS[kind]?.test(at) === true) || missing === 'ours'
}

const idOf = ({ path, at }: MergeConflict): string => `${path}${at}`

/**
 * What the merge of edits asks for: its conflicts are collected once each, and decided by `choices` or as is sensible. `changed`: the characters, places
 * and events that an edit removed and that are other ones here, with their kinds.
 */
export function collecting(
  choices: Readonly<Record<string, string>>,
  { worlds, where }: Naming
): { decide: Decide; conflicts: () => OpenConflict[]; changed: ReadonlyMap<string, string> } {
  const found = new Map<string, MergeConflict>()
  const entities = new Map<string, { kind: string; id: string }>()
  const changed = new Map<string, string>()
  const chosen = (id: string, sensible: string): string => (Object.hasOwn(choices, id) ? (choices[id] ?? sensible) : sensible)
  const decide: Decide = (conflict) => {
    const entity = conflict.missing === undefined || conflict.at !== '' ? undefined : entityOf(conflict.path)
    // Today's world has no such character, place or event: what still names it is decided by itself.
    if (entity && conflict.missing === 'to') {
      changed.set(entity.id, entity.kind)
      return 'to'
    }
    if (entity) entities.set(laterId(entity), entity)
    const id = entity ? laterId(entity) : idOf(conflict)
    const first = found.get(id)
    if (!entity) found.set(id, { ...conflict, ...(first ? { ours: first.ours } : {}) })
    return chosen(id, isState(first ?? conflict) ? BEAT : TODAY) === BEAT ? 'ours' : 'to'
  }
  const conflicts = (): OpenConflict[] => [
    ...[...entities].map(([id, entity]) => laterConflict(id, entityCalled(entity.id, worlds), where)),
    ...[...found].map(([id, conflict]) => valueConflict(id, conflict, { worlds, where }))
  ]
  return { decide, conflicts, changed }
}

const laterId = ({ kind, id }: { kind: string; id: string }): string => `later ${kind} ${id}`

/** Something that the story made only after the beat, and that was edited since. */
const laterConflict = (id: string, name: string, where: Where): OpenConflict => ({
  id,
  words: `${name} isn't in the story ${where.here}, and was edited since.`,
  choices: [
    { id: BEAT, words: `Leave ${name} out` },
    { id: TODAY, words: `Add ${name} as in ${where.there}` }
  ],
  preselected: BEAT
})

function valueConflict(id: string, conflict: MergeConflict, { worlds, where }: Naming): OpenConflict {
  const { at, missing, ours, to } = conflict
  const nameOf = namerOf(worlds)
  const thing = thingWords(conflict, worlds)
  const preselected = isState(conflict) ? BEAT : TODAY
  if (missing === 'ours')
    return {
      id,
      words: `${capitalised(thing)} doesn't exist ${where.here}, and was edited since.`,
      choices: [
        { id: BEAT, words: 'Leave it out' },
        { id: TODAY, words: `Add it as in ${where.there}` }
      ],
      preselected
    }
  if (missing === 'to')
    return {
      id,
      words: `${capitalised(thing)} is no longer in ${where.there}.`,
      choices: [
        { id: TODAY, words: 'Leave it out' },
        { id: BEAT, words: `Keep it as ${where.here}` }
      ],
      preselected
    }
  if (at === '' || at === '#text')
    return {
      id,
      words: `${capitalised(thing)} isn't the same ${where.here} as in ${where.there}, and both were changed.`,
      choices: [
        { id: TODAY, words: `Take that of ${where.there}` },
        { id: BEAT, words: `Keep that ${where.here}` }
      ],
      preselected
    }
  const [was, is] = [ours, to].map((value) => (value === undefined ? undefined : quotedIfProse(valueText(value, nameOf))))
  const [said, now] = [was === undefined ? "isn't set" : `is ${was}`, is === undefined ? "isn't set" : `is ${is}`]
  return {
    id,
    words: `${capitalised(thing)} ${said} ${where.here}, and ${now} in ${where.there}.`,
    choices: [
      { id: BEAT, words: was === undefined ? 'Leave it unset' : `Keep ${was}` },
      { id: TODAY, words: is === undefined ? 'Remove it' : `Take ${is}` }
    ],
    preselected
  }
}

const quotedIfProse = (text: string): string => (/[.!?…]$/.test(text) ? `“${text}”` : text)
