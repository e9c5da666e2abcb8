import { isObject, type Json, own, pointerKeys } from '../../../shared/base/json'
import { fileAt, isArrowPath } from '../../../shared/story/layout'
import { STORY_PARTS, storyName, type StoryKind } from '../../../shared/story/story-state'
import { fileSubject } from '../compare/prose'
import { namerOf, type Sides } from '../compare/sides'

/** The two worlds, for the names of things: that of the edits, and `b`, the one that gets them, whose names count first. */
export type Worlds = Pick<Sides, 'a' | 'b'>

/** A value, text or file, and what it is on either side. */
export interface Thing {
  path: string
  at: string
  ours?: Json | undefined
  to?: Json | undefined
}

/** A thing of the story or the game, and the keys of the value below it. */
interface Whole {
  thing: string
  keys: readonly string[]
}

/** What a value that isn't named after its key is, before the thing that has it. */
const PARTS: Readonly<Record<string, string>> = {
  starts_when: 'what must hold before',
  done_when: 'what ends',
  fails_when: 'what fails',
  after: 'what must hold before',
  met: 'what fulfils',
  gm_guide: "the DM's guide to"
}

/** A value in the game's words: "location of Wren", "the label of the stat Luck", "what must hold before the story event “The Oil”". */
export function thingWords(thing: Thing, worlds: Worlds): string {
  const { thing: whole, keys } = wholeOf(thing, worlds)
  const isText = thing.at === '#text'
  if (keys.length === 0) return isText ? `the text of ${whole.replace(/^the text (?:of|about) /, '')}` : whole
  const nameOf = namerOf(worlds)
  const last = keys.at(-1) ?? ''
  const before = keys.slice(0, -1).map((key) => nameOf(key).replaceAll('_', ' '))
  const part = own(PARTS, last) ?? `${nameOf(last).replaceAll('_', ' ')} of`
  return [...before, part, whole].join(' ')
}

/** The thing to which a value belongs, by its file and keys. */
function wholeOf({ path, at, ours, to }: Thing, worlds: Worlds): Whole {
  const file = fileAt(path)
  const keys = at.startsWith('/') ? pointerKeys(at) : []
  const [first = '', second = ''] = keys
  const nameOf = namerOf(worlds)
  /** The name of an entry; of one that neither world has by this id, the name that it had. */
  const called = (id: string): string => {
    const name = nameOf(id)
    const values = [ours, to].filter((one) => isObject(one)).flatMap(({ name: own }) => (typeof own === 'string' ? [own] : []))
    return name === id && keys.length === 1 ? (values[0] ?? id) : name
  }
  switch (file?.kind) {
    case 'sheet':
      return { thing: nameOf(file.parts.id), keys: keys.slice(first === 'stats' && keys.length > 1 ? 1 : 0) }
    case 'actor':
      return { thing: keys.length > 0 || at === '#text' ? nameOf(file.parts.id) : `the text about ${nameOf(file.parts.id)}`, keys }
    case 'location':
      return { thing: nameOf(file.parts.id), keys }
    case 'journeys':
      return keys.length > 0 ? { thing: `the journey ${nameOf(first)}`, keys: keys.slice(1) } : { thing: 'the journeys', keys }
    case 'map':
      return keys.length > 0 ? { thing: `the position of ${nameOf(first)} on the map`, keys: [] } : { thing: 'the positions on the map', keys }
    case 'equipment':
      return keys.length > 0 ? { thing: `the item “${called(first)}”`, keys: keys.slice(1) } : { thing: 'the items', keys }
    case 'manifest':
      if (first === 'stats' && second !== '') return { thing: `the stat ${statCalled(second, worlds)}`, keys: keys.slice(2) }
      return { thing: "the game's manifest", keys }
    case 'state': {
      const kind = (Object.keys(STORY_PARTS) as StoryKind[]).find((one) => STORY_PARTS[one] === first)
      if (kind && second !== '') {
        const named = [worlds.b, worlds.a].map(({ state }) => storyName(kind, state, second)).find((name) => name !== second)
        return { thing: `the ${kind} “${named ?? second}”`, keys: keys.slice(2) }
      }
      if (first === 'facts' && second !== '') return { thing: `the fact “${second}”`, keys: keys.slice(2) }
      return keys.length > 0 ? { thing: 'the story', keys } : { thing: "the story's state", keys }
    }
    default: {
      const event = isArrowPath(path) ? fileSubject(path.replace(/[^/]+$/, 'ABOUT.md'), worlds) : undefined
      const subject = event === undefined ? fileSubject(path, worlds) : `the scene of ${lowered(event)}`
      return { thing: subject === undefined ? path : lowered(subject), keys }
    }
  }
}

const lowered = (subject: string): string => subject.replace(/^(?:The|This) /, (word) => word.toLowerCase())

const statCalled = (stat: string, { a, b }: Worlds): string => (own(b.game?.manifest.stats, stat) ?? own(a.game?.manifest.stats, stat))?.label ?? stat

/** The name of a character, place or story event. */
export function entityCalled(id: string, worlds: Worlds): string {
  const event = [worlds.b, worlds.a].flatMap(({ lore }) => lore.story.find((one) => one.id === id) ?? [])[0]
  return event ? `“${event.title}”` : namerOf(worlds)(id)
}
