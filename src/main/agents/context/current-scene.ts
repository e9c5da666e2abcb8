import { fileName, pathOf, planFile, sceneFolder as folderOf } from '../../../shared/story/layout'
import type { SeenPlace, View } from '../../../shared/table/agents'
import { type ChangeNames, changeLine, repeatsChanges } from '../../../shared/words/change-words'
import type { Offer } from '../../../shared/story/game'
import { own } from '../../../shared/base/json'
import type { LogEntry } from '../../../shared/story/play'
import { listed as inWords } from '../../../shared/words/labels'
import { recordLines } from '../scene-record'
import { draft, type PieceDraft } from './budget'
import { DM } from '../../engine/people'
import { dmCalls } from '../../engine/turns'
import { BUDGET, MAX_DM_CALLS } from '../../engine/verbs'
import { defusedLine, MAX_LISTED, setIn } from './fence'
import { pacingLines } from './pacing'
import { rankedLines } from './ranked'

/** The folder of the active scene. */
export const sceneFolder = (view: View): string => folderOf(view.session, view.scene?.number ?? 0)

/** The scene, its places and the exits: the pieces that stay the same while a scene is played. */
export function placeDrafts(view: View): PieceDraft[] {
  const { scene, place, elsewhere = [] } = view
  const drafts: PieceDraft[] = []
  const aim = scene && [`Scene ${scene.number}: ${defusedLine(scene.title)}`, `Aim: ${setIn(scene.aim)}`]
  if (scene && aim) drafts.push(draft('hot', 'scene', scene.title, `${sceneFolder(view)}/${fileName('scene')}`, aim, 'the current scene'))
  if (place) drafts.push(...draftsOf(view, place, '', 'this place and its exits'))
  for (const other of elsewhere) drafts.push(...draftsOf(view, other, `:${other.id}`, 'the party is split, and some of it is here'))
  return drafts
}

/** The pieces about a place: its description, its present state and, for the DM, its guide. */
function draftsOf(view: View, place: SeenPlace, suffix: string, why: string): PieceDraft[] {
  const source = pathOf('location', { region: place.region, id: place.id })
  const here = hereParts(view, place)
  const guide =
    place.gm_guide === undefined ? [] : [...(suffix === '' ? [] : [`Of ${defusedLine(place.name)} (${place.id}):`]), setIn(place.gm_guide)]
  return [
    ...(guide.length === 0
      ? []
      : [draft('hot', `guide${suffix}`, `Guide to ${place.name}`, source, guide, 'the guide to this place, for the DM only')]),
    draft('hot', `place${suffix}`, place.name, source, placeParts(place), why),
    ...(here.length === 0 ? [] : [draft('hot', `here${suffix}`, `At ${place.name} now`, source, [`At ${defusedLine(place.name)}:`, ...here], why)])
  ]
}

/** The unchanging parts of a place: its description and its exits. */
const placeParts = (place: SeenPlace): string[] => [
  `${defusedLine(place.name)} (${place.id})`,
  ...(place.description === '' ? [] : [setIn(place.description)]),
  ...(place.picture === undefined ? [] : [`Its picture shows: ${setIn(place.picture)}`]),
  ...place.exits.slice(0, MAX_LISTED).map((exit) => {
    const risks = exit.risks.length > 0 ? `; risks: ${exit.risks.map(defusedLine).join(', ')}` : ''
    const text = exit.description === '' ? '' : ` ${defusedLine(exit.description)}`
    return `Exit (${exit.journey}): ${defusedLine(exit.direction)} to ${defusedLine(exit.label)}, ${exit.duration}${risks}${exit.visited ? '; visited' : ''}.${text}`
  })
]

/** The things that lie in a place, by name. A thing without a name of its own has that of its item in the rules. */
function lyingIn({ guide }: View, { items, itemIds }: SeenPlace): Record<string, string> {
  const named = (id: string, name: string): string => (name === itemIds[id] ? (own(guide.items, name)?.name ?? name) : name)
  return Object.fromEntries(Object.entries(items).map(([id, name]) => [id, named(id, name)]))
}

function hereParts(view: View, place: SeenPlace): string[] {
  const listed = (label: string, things: Record<string, string>): string[] => {
    const names = Object.entries(things)
      .slice(0, MAX_LISTED)
      .map(([id, name]) => (name === id ? id : `${defusedLine(name)} (${id})`))
    return names.length > 0 ? [`${label}: ${names.join(', ')}.`] : []
  }
  const tags = Object.entries(place.tags).map(([key, value]) => (value === true ? key : `${key} ${String(value)}`))
  const players = view.actors.filter((actor) => actor.kind === 'player' && actor.location === place.id).map((actor) => defusedLine(actor.name))
  return [
    ...(view.elsewhere === undefined ? [] : [players.length === 0 ? 'No player is here.' : `Players here: ${inWords(players)}.`]),
    // In a fight, nobody searches a place, and nobody listens to it.
    ...(view.mode === 'combat' ? [] : listed('Can be searched', place.features)),
    ...(place.searched === undefined ? [] : [`Already searched: ${place.searched.map(defusedLine).join(', ')}.`]),
    ...listed('Lying here', lyingIn(view, place)),
    ...(view.role === 'dm' && tags.length > 0 ? [`Tags: ${tags.join(', ')}.`] : []),
    ...(view.mode === 'combat' ? [] : sensesNow(view, place))
  ]
}

/** The number of things that are seen, heard and smelt at a place in one scene. */
const MAX_SENSES = 3

/** Some of what is seen, heard and smelt at a place: in each scene the next ones, so that they aren't told again and again. */
function sensesNow({ scene }: View, { senses }: SeenPlace): string[] {
  if (senses.length === 0) return []
  const first = senses.length <= MAX_SENSES ? 0 : (((scene?.number ?? 1) - 1) * MAX_SENSES) % senses.length
  const now = [...senses.slice(first), ...senses.slice(0, first)].slice(0, MAX_SENSES)
  return [`Here and now: ${now.map(defusedLine).join('; ')}.`]
}

/** The last `k` entries of the log; if a summary of the scene is due, everything that changed in it, and as much of the log as fits. */
export function logDraft(view: View, k: number): PieceDraft[] {
  if (view.log.length === 0) return []
  const due = view.closing === 'scene'
  const entries = (due ? view.log : view.log.slice(-k)).map((entry) => lineOf(entry, view))
  const why = (fitted: number): string => `the last ${fitted} of ${view.entries} entries`
  const source = `${sceneFolder(view)}/${fileName('log')}`
  const record = due ? recordLines(view).map(defusedLine) : []
  return [
    ...(record.length === 0 ? [] : [draft('hot', 'record', 'What changed in this scene', source, record, 'every change that the log records')]),
    draft('hot', 'log', 'What was said and done', source, entries, why, { kind: due ? 'record' : 'log', keep: 'last' })
  ]
}

const MADE = { narration: 'tells', speech: 'says', roll: 'rolls' } as const

function lineOf(entry: LogEntry, view: View): string {
  const actor = view.actors.find(({ id }) => id === entry.by)
  const names = namesIn(view)
  const changed = entry.changes && !repeatsChanges(entry.text, entry.changes, names) ? changeLine(entry.changes, names) : ''
  const name = defusedLine(actor?.name ?? entry.by)
  return `${headOf(entry, name)}${setIn(entry.text)}${changed === '' ? '' : ` [${defusedLine(changed)}]`}${view.unseen?.includes(entry.beat) ? ' (You did not see this.)' : ''}`
}

/** Who made a log entry, in front of its text. Most sentences of the rules name the actor themselves. */
function headOf({ kind, by, text, action }: LogEntry, name: string): string {
  if (kind === 'scene' || kind === 'record') return ''
  if (kind !== 'system') return `${name} ${MADE[kind]}: `
  return by === DM || text.includes(name) ? '' : `(${[name, ...(action === undefined ? [] : [action])].join(': ')}) `
}

/** The names of actors and places that a seat knows; for others the id. */
const namesIn = ({ actors, places = {}, place }: View): ChangeNames => ({
  actor: (id) => actors.find((actor) => actor.id === id)?.name ?? id,
  place: (id) => own(places, id) ?? (place?.id === id ? place.name : id)
})

/** The log lines of the beats for which `ofBeat` is true. */
export const entryLines = (view: View, ofBeat: (beat: number) => boolean): string[] =>
  view.log.flatMap((entry) => (ofBeat(entry.beat) ? [lineOf(entry, view)] : []))

/** The lines of this seat's private talk of the beats for which `ofBeat` is true. */
export const privateLines = (view: View, ofBeat: (beat: number) => boolean): string[] =>
  view.private.flatMap((line) => (line.text !== '' && ofBeat(line.beat) ? [privateLine(line, view)] : []))

const privateLine = ({ by, text }: View['private'][number], view: View): string =>
  `${defusedLine(view.actors.find((actor) => actor.id === by)?.name ?? by)} in private: ${setIn(text)}`

/** The seat's own plan. */
function planDraft({ who, role, plan }: View): PieceDraft[] {
  if (plan === undefined) return []
  const source = planFile(role === 'dm' ? undefined : who)
  return [draft('hot', `plan:${who}`, 'Your plan', source, setIn(plan).split('\n'), 'your own plan')]
}

/** The players who still lack what the preparation gives. Everybody is told, because everybody waits for it. */
function preparationDraft({ preparation, actors, who }: View): PieceDraft[] {
  if (!preparation) return []
  const { needs, action, choices, have, missing } = preparation
  const name = (id: string): string => defusedLine(actors.find((actor) => actor.id === id)?.name ?? id)
  const items = Object.entries(have).map(([id, what]) => `${name(id)} (${defusedLine(what)})`)
  const parts = [
    `The preparation is not over: every player needs ${defusedLine(needs)} before anything can be ventured. The DM gives it with ${defusedLine(action)}.`,
    `Still without: ${inWords(missing.map((id) => `${name(id)}${id === who ? ' (you)' : ''}`))}.`,
    ...(items.length === 0 ? [] : [`Done: ${inWords(items)}.`]),
    `To choose from: ${choices.map(defusedLine).join(', ')}.`
  ]
  const why = `the preparation waits for ${missing.length} of ${missing.length + items.length} players`
  return [draft('hot', 'preparation', 'Preparation', pathOf('manifest'), parts, why)]
}

/** The clickable words of the scene tree that were not clicked yet, and the clicks that wait for an answer. */
function treeDraft(view: View): PieceDraft[] {
  const { tree, actors } = view
  if (!tree) return []
  const name = (id: string): string => defusedLine(actors.find((actor) => actor.id === id)?.name ?? id)
  const parts = [
    ...tree.waits.map(
      ({ who, words, speaks, intent, exit }) =>
        `Waits for your answer: ${name(who)} clicked ${defusedLine(words)} (${defusedLine(intent)}): ${setIn(speaks)}${
          exit?.next === undefined ? '' : ` Then the next scene tree is "${defusedLine(exit.next)}".`
        }`
    ),
    tree.open.length === 0 ? 'Nothing is left to click.' : `Not clicked yet: ${tree.open.slice(0, MAX_LISTED).map(defusedLine).join(', ')}.`
  ]
  const why = 'the scene tree that the players can click, for the DM only'
  return [draft('hot', 'tree', 'The scene tree', `${sceneFolder(view)}/${fileName('sceneTree')}`, parts, why)]
}

/** The pieces that may change at every turn: a fight's order, private talk, facts. */
export function turnDrafts(view: View, factsByAge: readonly string[] = []): PieceDraft[] {
  const drafts: PieceDraft[] = [...planDraft(view), ...preparationDraft(view), ...treeDraft(view)]
  const name = (id: string): string => defusedLine(view.actors.find((actor) => actor.id === id)?.name ?? id)
  const facts = Object.entries(view.facts ?? {}).map(([fact, value]) => (value === true ? fact : `${fact}: ${String(value)}`))
  if (facts.length > 0) {
    const ages = new Map(factsByAge.map((fact, age) => [fact, age]))
    const { parts, rank } = rankedLines(facts, view, (line) => ages.get(line.replace(/: .*/s, '')) ?? -1)
    drafts.push(draft('hot', 'facts', 'Facts', pathOf('state'), parts, 'facts of the story, for the DM only', { rank }))
  }
  const order = (view.order ?? []).map(name).join(', ')
  const round = `Round ${view.round}. ${order === '' ? 'Nobody else is still to act.' : `Still to act, in this order: ${order}.`}`
  if (view.mode === 'combat') drafts.push(draft('hot', 'order', 'The fight', 'next', [round], 'the current fight'))
  const talk = view.private.filter((line) => line.text !== '')
  if (talk.length === 0) return drafts
  const player = view.role === 'dm' ? (view.answering ?? '') : view.who
  const lines = talk.slice(-MAX_LISTED).map((line) => privateLine(line, view))
  const why = (fitted: number): string => `the last ${fitted} of ${talk.length} lines between ${player} and the DM`
  return [...drafts, draft('hot', `private:${player}`, 'In private', `${sceneFolder(view)}/${player}.md`, lines, why, { keep: 'last' })]
}

/** The state of the table and the request of this turn, in words. */
export function nowDraft(view: View, offers: readonly Offer[]): PieceDraft {
  const scene = view.scene ? `Turn ${view.scene.turns + 1} of at most ${view.scene.limit} in this scene.` : 'No scene is open.'
  const parts = [
    `It is ${view.at.replace('T', ' ').replace('Z', '')} in the story. ${view.session === 0 ? 'Before the first session' : `Session ${view.session}`}, beat ${view.beat + 1}. ${scene}`,
    ...pacingLines(view),
    ...(offers.length === 0 ? [] : spentWords(view)),
    request(view, offers)
  ]
  return draft('hot', 'now', 'Now', 'next', parts, 'the request of this turn', { ours: true })
}

/** The calls and tools that the turn has used, and their limits. */
function spentWords({ role, phase, mode, answering, spent }: View): string[] {
  const used = Object.entries(spent).map(([tool, count]) => `${tool} ${role === 'dm' ? `× ${count}` : `${count} of ${own(BUDGET, tool) ?? count}`}`)
  if (role === 'player') return used.length === 0 ? [] : [`Used so far in this turn: ${used.join(', ')}.`]
  if (phase !== 'dm' || answering !== undefined) return []
  const after = mode === 'combat' ? 'the next round begins' : 'everybody is called on'
  return [
    `You have made ${dmCalls(spent)} of the ${MAX_DM_CALLS} calls of this turn${used.length === 0 ? '' : ` (${used.join(', ')})`}; after the last one ${after}. Lookups don't count.`
  ]
}

/** The request to the DM. It has no marks, so it contains no name from the story. */
const ASKED: Record<View['phase'], string> = {
  done: 'No session is open: open one.',
  open: 'Open the next scene where the party is, or end the session.',
  close: 'Summarise what was closed.',
  npc: 'In the fight it is the turn of one of your NPCs; your tools say whose. Decide for that NPC.',
  player: 'It is a player’s turn. Wait until it is over.',
  dm: 'It is your turn: narrate what happened, let the world act, then call on somebody.'
}
/** What a player waits for when it isn't their turn. */
const WAITS: Record<View['phase'], string> = {
  done: 'No session is open. Wait for the DM to open one.',
  open: 'No scene is open. Wait for the DM to open one.',
  close: 'The DM is writing a summary. Wait for it.',
  npc: 'It is an NPC’s turn in the fight. Wait for yours.',
  player: 'It is another player’s turn. Wait for yours.',
  dm: 'It is the DM’s turn. Wait to be called on.'
}

function request(view: View, offers: readonly Offer[]): string {
  if (view.role === 'player') return requestToPlayer(view, offers)
  if (view.answering !== undefined) return 'A player has whispered to you: answer with speak, or pass.'
  if (view.phase === 'close')
    return `${view.closing === 'campaign' ? 'Summarise the campaign so far' : `The ${view.closing ?? 'scene'} is closed: summarise it`}, with a recap for the players.`
  if (view.phase === 'dm' && view.mode === 'combat') return 'The round is over: narrate it in one go.'
  if (view.phase === 'dm' && view.preparation)
    return `It is your turn, and the preparation comes first: the piece "preparation" says who is missing and which tool of yours gives it. Give it to all of them now, or ask them what they would like and call on them.`
  return ASKED[view.phase]
}

function requestToPlayer(view: View, offers: readonly Offer[]): string {
  if (offers.length === 0) return WAITS[view.phase]
  const open = offers.some((offer) => offer.cost === 'turn' && offer.name !== 'pass')
  if (open) return 'It is your turn.'
  if (!view.preparation) return 'It is your turn, but the game has no action for you here: say something, or pass.'
  const mine = view.preparation.missing.includes(view.who) ? 'say at the table what you would like to be, then pass' : 'say something, or pass'
  return `It is your turn. Until the preparation is over, the game has no actions for anybody: ${mine}.`
}
