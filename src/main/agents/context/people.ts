import { own } from '../../../shared/base/json'
import { isDead } from '../../../shared/story/guide'
import { actorFolder, fileName } from '../../../shared/story/layout'
import type { SeenActor, View } from '../../../shared/table/agents'
import { defusedLine, MAX_LISTED, nameWithId, setIn, untitled } from './fence'
import { draft, type PieceDraft } from './budget'
import { rankedLines } from './ranked'
import { originWords, stanceWords } from '../../../shared/words/belief-words'
import type { Belief } from '../../../shared/story/beliefs'

/** The maximum number of characters whose sheets are in the DM's context; the others are only named. */
const MAX_NEARBY_SHEETS = 12
/** How many of the last log entries decide which characters are nearby. */
const RECENT_ENTRIES = 48
/** The maximum number of a character's sayings in a context. */
const MAX_OWN_LINES = 8

/** Pieces about the visible characters: a sheet for each one whose sheet the seat may read, one line for each of the others. */
export function peopleDrafts(view: View): PieceDraft[] {
  const themselves = view.actors.filter((actor) => actor.id === view.who)
  const others = view.actors.filter((actor) => actor.id !== view.who)
  const near = view.role === 'dm' ? nearest(view).slice(0, MAX_NEARBY_SHEETS) : []
  const whole = view.role === 'dm' ? [...others.filter((actor) => actor.kind === 'player'), ...near] : []
  const rest = others.filter((actor) => !whole.includes(actor))
  return [
    ...(rest.length > 0 ? [named(rest, view)] : []),
    ...near.toSorted(byId).flatMap((actor) => {
      const urgency = near.length - near.indexOf(actor)
      return [
        person(actor, view, urgency),
        ...aboutDraft(actor, view, 'npc', urgency),
        ...(isDead(actor, view.guide) ? [] : beliefDraft(actor, 'beliefs of a character heard or named recently', view, urgency))
      ]
    }),
    ...whole
      .filter((actor) => actor.kind === 'player')
      .flatMap((actor) => [sheet(actor, 'the sheet of a player in the scene', view), ...aboutDraft(actor, view)]),
    ...themselves.flatMap((actor) => [
      sheet(actor, 'your own sheet', view),
      ...aboutDraft(actor, view),
      ...beliefDraft(actor, 'your own beliefs', view)
    ])
  ]
}

const byId = (a: SeenActor, b: SeenActor): number => (a.id < b.id ? -1 : 1)

/** The NPCs, sorted: the one who acts now, then those who spoke or were named most recently. */
function nearest(view: View): SeenActor[] {
  const lately = view.log.slice(-RECENT_ENTRIES)
  const last = (actor: SeenActor): number =>
    actor.id === view.as ? Number.POSITIVE_INFINITY : lately.findLastIndex((entry) => entry.by === actor.id || entry.text.includes(actor.name))
  const when = new Map(view.actors.map((actor) => [actor.id, last(actor)]))
  return view.actors
    .filter((actor) => actor.kind === 'npc')
    .toSorted(
      (a, b) => (when.get(b.id) ?? 0) - (when.get(a.id) ?? 0) || Number(b.attitude === 'hostile') - Number(a.attitude === 'hostile') || byId(a, b)
    )
}

function named(rest: readonly SeenActor[], view: View): PieceDraft {
  const seen = (actor: SeenActor): string => (actor.public === '' || isDead(actor, view.guide) ? '' : ` ${defusedLine(actor.public)}`)
  const lines = rest.slice(0, MAX_LISTED).map((actor) => `${lineOf(actor, view)}${seen(actor)}`)
  return draft('hot', 'people', 'Who else is here', 'engine', lines, `${rest.length} other characters in sight`)
}

/** The name of a place for a seat: its own name if the seat knows it, otherwise the label of its exit. */
function placeName(id: string, view: View): string {
  const exit = [view.place, ...(view.elsewhere ?? [])].flatMap((place) => place?.exits ?? []).find(({ to }) => to === id)
  const name = own(view.places, id) ?? (view.place?.id === id ? view.place.name : exit?.label)
  return name === undefined ? 'another place' : defusedLine(name)
}

/** The name, id and visible traits of a character. */
function lineOf(actor: SeenActor, view: View, withPlace = false): string {
  const name = actor.name === actor.id ? actor.id : `${defusedLine(actor.name)} (${actor.id})`
  const traits = [
    actor.kind === 'player' ? 'a player’s character' : undefined,
    actor.pronoun,
    actor.attitude,
    actor.canAct ? undefined : 'cannot act',
    ...Object.values(actor.conditions).map(defusedLine),
    withPlace || actor.location !== view.place?.id ? `at ${placeName(actor.location, view)}` : undefined
  ]
  return `${name}: ${traits.filter((trait) => trait !== undefined).join(', ')}.`
}

function person(actor: SeenActor, view: View, urgency: number): PieceDraft {
  const acts = actor.id === view.as
  const why = acts ? 'it is this character’s turn in the fight' : 'in the same place, and heard or named recently'
  const source = `${actorFolder('npc', actor.id)}/${fileName('actor')}`
  return draft('hot', `person:${actor.id}`, actor.name, source, sheetParts(actor, view), why, { urgency, ...(acts ? { kind: 'sheet' } : {}) })
}

const sheet = (actor: SeenActor, why: string, view: View): PieceDraft =>
  draft('hot', `sheet:${actor.id}`, actor.name, `${actorFolder('player', actor.id)}/${fileName('sheet')}`, sheetParts(actor, view), why)

/**
 * The description of a character, apart from their sheet. It stays the same when numbers in the sheet change, so it need not be sent again with them.
 * Of the dead only the past is told: they want, fear and say nothing.
 */
function aboutDraft(actor: SeenActor, view: View, kind: 'player' | 'npc' = 'player', urgency?: number): PieceDraft[] {
  const { sheet } = actor
  if (!sheet) return []
  // Nobody else speaks for a player's character, and who can't act can't speak.
  const isSilent = (view.role === 'dm' && kind === 'player') || !actor.canAct
  const sayings = Object.entries(isSilent ? {} : sheet.says).flatMap(([occasion, lines]) =>
    lines[0] === undefined ? [] : [`${occasion}: ${defusedLine(lines[0])}`]
  )
  const about = untitled(sheet.about, actor.name)
  const parts = isDead(actor, view.guide)
    ? labelled({ 'Looked, while alive': actor.public, 'About, while alive': about })
    : [
        ...labelled({ Wants: sheet.wants, Fears: sheet.fears, Voice: sheet.voice, Seen: actor.public }),
        ...labelled({ About: about }),
        ...(sayings.length > 0 ? ['Might say:', ...sayings.slice(0, MAX_OWN_LINES).map((line) => `  ${line}`)] : [])
      ]
  if (parts.length === 0) return []
  const source = `${actorFolder(kind, actor.id)}/${fileName('actor')}`
  const lines = [nameWithId(actor.name, actor.id), ...parts]
  const more = urgency === undefined ? {} : { urgency }
  return [draft('hot', `about:${actor.id}`, `About ${actor.name}`, source, lines, 'who somebody is whose sheet is here', more)]
}

/** The stats and items of a character whose sheet the seat may read. */
function sheetParts(actor: SeenActor, view: View): string[] {
  const { sheet } = actor
  const { guide } = view
  if (!sheet) return [lineOf(actor, view, true)]
  const stats = Object.entries(sheet.stats).map(
    ([key, value]) => `${key} ${value}${own(sheet.max, key) === undefined ? '' : `/${own(sheet.max, key)}`}`
  )
  const things = Object.entries(sheet.inventory)
    .slice(0, MAX_LISTED)
    .map(([id, item]) => {
      const name = defusedLine(item.name ?? own(guide.items, item.item)?.name ?? item.item)
      return `${name}${name === id ? '' : ` (${id})`}${item.count === undefined || item.count === 1 ? '' : ` × ${item.count}`}`
    })
  const load = sheet.load ? ` Load: ${sheet.load.used} of ${sheet.load.of}.` : ''
  const tags = Object.entries(sheet.tags).map(([key, value]) => (value === true ? key : `${key} ${String(value)}`))
  return [
    lineOf(actor, view, true),
    `${stats.join(', ')}.${load}`,
    ...(things.length > 0 ? [`Carries: ${things.join(', ')}.`] : []),
    ...(tags.length > 0 ? [`Tags: ${tags.join(', ')}.`] : [])
  ]
}

const labelled = (texts: Record<string, string>): string[] =>
  Object.entries(texts).flatMap(([label, text]) => (text === '' ? [] : [`${label}: ${setIn(text)}`]))

/** A character's beliefs, if the seat may read the sheet; no piece if there are none. */
function beliefDraft({ id, name, kind, sheet }: SeenActor, why: string, view: View, urgency = 0): PieceDraft[] {
  const beliefs = Object.entries(sheet?.beliefs ?? {}).map(([thing, belief]) => `  ${defusedLine(thing)}: ${beliefWords(belief)}`)
  if (beliefs.length === 0) return []
  const { parts, rank } = rankedLines(beliefs, view)
  const heading = `${defusedLine(name)} doesn't know what is true, only this:`
  const source = `${actorFolder(kind, id)}/${fileName('beliefs')}`
  return [draft('hot', `beliefs:${id}`, `What ${name} believes`, source, [heading, ...parts], why, { urgency, rank: [Infinity, ...rank] })]
}

/** The attitude of a character to a claim, in words: "believes it, and doubts it (witnessed)". */
export function beliefWords(belief: Belief): string {
  const origin = originWords(belief)
  return `${belief.text === undefined ? '' : `${defusedLine(belief.text)} — `}${stanceWords(belief)}${origin === '' ? '' : ` (${defusedLine(origin)})`}`
}
