import { scriptOf, type ArrowDocument } from '../../arrow'
import { own, type Json } from '../../shared/base/json'
import type { Line, Lore, StoryEvent } from '../../shared/story/lore'
import { wordCount } from '../../shared/words/word-count'

/** Where a passage is edited: a field of a form, or a node of an Arrow document. */
export type PassageSource = { field: string } | { path: string; node: number }

/** A piece of prose. `by`: who says it, or what it is about. */
export interface Passage {
  text: string
  by?: string
  source: PassageSource
}

/** What belongs together in an event's prose, by the key of its title. */
export interface ReadPart {
  key: 'place' | 'foreshadow' | 'stakes' | 'opening' | 'scene' | 'closing' | 'closing_failed' | 'outcomes' | 'epilogue'
  passages: readonly Passage[]
}

interface World {
  lore: Lore
  /** The name of a character or thread for readers. */
  nameOf: (id: string) => string
  /** The event's Arrow document, if it has one that can be read. */
  document: ArrowDocument | undefined
}

/** The prose of an event in the order in which it is met: the place, what announces it, its opening, its scene, its end, and the epilogue. */
export function readThrough(event: StoryEvent, { lore, nameOf, document }: World): ReadPart[] {
  const at = `event:${event.id}`
  const lines = (key: string, all: readonly Line[], by?: string): Passage[] =>
    all.map((line, i) => passage(textOfLine(line), `${at}/${key}/${i}/text`, by))
  const words = (key: string, all: Readonly<Record<string, string>>): Passage[] =>
    Object.entries(all).map(([id, text]) => passage(text, `${at}/${key}/${id}`, nameOf(id)))
  const outcomes = event.outcomes.flatMap((outcome, i) => {
    const key = `outcomes/${i}`
    return [
      ...(['closes', 'opens', 'completes', 'fails', 'wants'] as const).flatMap((one) => words(`${key}/${one}`, outcome[one])),
      ...Object.entries(outcome.reactions).flatMap(([who, all]) => lines(`${key}/reactions/${who}`, all, nameOf(who)))
    ]
  })
  const parts: ReadPart[] = [
    { key: 'place', passages: [passage(own(lore.places, event.place)?.description ?? '', `place:${event.place}/description`)] },
    { key: 'foreshadow', passages: lines('foreshadow', event.foreshadow) },
    { key: 'stakes', passages: [passage(event.stakes, `${at}/stakes`)] },
    { key: 'opening', passages: lines('opening', event.opening) },
    { key: 'scene', passages: document && event.arrow ? spoken(document, event.arrow.path) : [] },
    { key: 'closing', passages: lines('closing', event.closing) },
    { key: 'closing_failed', passages: lines('closing_failed', event.closing_failed) },
    { key: 'outcomes', passages: outcomes },
    { key: 'epilogue', passages: lines('epilogue', event.epilogue) }
  ]
  return parts.flatMap(({ key, passages }) => {
    const written = passages.filter(({ text }) => text.trim() !== '')
    return written.length === 0 ? [] : [{ key, passages: written }]
  })
}

const passage = (text: string, field: string, by?: string): Passage => ({ text, ...(by === undefined ? {} : { by }), source: { field } })
const textOfLine = (line: Line): string => (typeof line === 'string' ? line : line.text)

const SPOKEN = new Set(['title', 'narration', 'line', 'option', 'input'])

/** What the scenes of a document say, scene by scene, in the order of their scripts. */
function spoken(document: ArrowDocument, path: string): Passage[] {
  const { scenes, characters } = document.resources
  return [...scenes.keys()].flatMap((scene) =>
    scriptOf(document, scene).rows.flatMap(({ kind, text, node, character }): Passage[] => {
      if (!SPOKEN.has(kind)) return []
      const by = character === undefined ? undefined : characters.get(character)?.name
      return [{ text, ...(by === undefined ? {} : { by }), source: { path, node } }]
    })
  )
}

/** The number of words of passages. */
export const wordsIn = (parts: readonly ReadPart[]): number =>
  parts.reduce((sum, { passages }) => sum + passages.reduce((words, { text }) => words + wordCount(text), 0), 0)

/** The keys of prose in a campaign's world. */
const PROSE = new Set(
  'premise description gm_guide senses about public want wants fears voice says text body content aim stakes opening closing closing_failed foreshadow epilogue closes opens completes fails reactions'.split(
    ' '
  )
)

/** The number of words of the world's prose: of places, journeys, people, regions, events, narratives and topics, without Arrow documents and notes. */
export function wordsOfCampaign({ premise, places, journeys, actors, regions, story, narratives, topics }: Lore): number {
  const all = [premise, journeys, regions].reduce<number>((sum, one) => sum + wordsOf(one), 0)
  return [places, actors, story, narratives, topics].reduce<number>((sum, one) => sum + wordsUnder(one as unknown as Json), all)
}

/** What stands beside a text and is no prose: conditions and who has to have done something. */
const BESIDE = new Set(['when', 'met', 'by'])

/** The words of every text in a value. */
function wordsOf(value: Json): number {
  if (typeof value === 'string') return wordCount(value)
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, one]) => sum + (BESIDE.has(key) ? 0 : wordsOf(one ?? '')), 0)
}

/** The words of the texts below the keys of prose in a value. */
function wordsUnder(value: Json): number {
  if (typeof value !== 'object' || value === null) return 0
  return Object.entries(value).reduce((sum, [key, one]) => sum + (PROSE.has(key) ? wordsOf(one ?? '') : wordsUnder(one ?? '')), 0)
}
