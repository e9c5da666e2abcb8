import type { Atlas, Preparation, SeenActor, View } from '../../shared/table/agents'
import type { DirectionText, SeatDirection } from '../../shared/table/direction'
import type { Game } from '../../shared/story/game'
import type { Guide } from '../../shared/story/guide'
import { isObject, type JsonObject, own } from '../../shared/base/json'
import { memoized } from '../../shared/base/memoized'
import { visibleChanges } from '../../shared/words/change-words'
import { isHeld } from '../../shared/words/belief-words'
import type { Beliefs } from '../../shared/story/beliefs'
import { narrativeWeights } from '../../shared/narrator/weights'
import type { Lore, StoryEvent } from '../../shared/story/lore'
import type { LogEntry } from '../../shared/story/play'
import { canPlay } from './documents'
import { holds, isOver, linesNow, listsNow, outcomesNow, settledAt, hasSameTexts, wantOf } from '../../shared/story/premises'
import { slotsUsed } from '../../shared/story/sheet'
import { questOf } from '../../shared/story/story-state'
import { questLines, standingLines } from '../../shared/words/story-words'
import { timeOf, type Actor, type GameState } from '../../shared/story/state'
import { atlasOf } from './atlas'
import { may, roleOf, type Space } from './capabilities'
import { treeSeen } from './open-words'
import { canAct, DM, inPlace, party, partyPlace, partyPlaces } from './people'
import { nonEmpty, seePlace } from './place-seen'
import { seenBeats } from './witness'

/** A line of private talk between a player and the DM. */
export interface PrivateLine {
  beat: number
  by: string
  text: string
}

/** Summaries: of this session's scenes in order, of this session, of the campaign and, while the campaign's is due, of earlier sessions. */
export interface Summaries {
  scenes: readonly string[]
  session?: string
  campaign?: string
  sessions?: readonly string[]
}

/** The table's texts at one commit, complete. `project` decides who sees which. */
export interface TableTexts {
  /** The active scene's log, oldest first. */
  log: readonly LogEntry[]
  /** Private talk of the active scene, by player. */
  private: Readonly<Record<string, readonly PrivateLine[]>>
  /** The DM's own summaries. */
  summaries: Summaries
  /** The versions of the summaries that players may read. */
  recaps: Summaries
  /** The direction files that the table names. */
  direction?: { tone?: DirectionText; dm?: DirectionText; personas: Readonly<Record<string, DirectionText>> }
  /** Every seat's own plan, by player or `DM`. */
  plans?: Readonly<Record<string, string>>
  /** The last entries of players' own timelines, by player. */
  lives?: Readonly<Record<string, readonly string[]>>
}

/** The maximum number of public log entries that an agent sees. */
const MAX_LOG_ENTRIES = 200

/** Everything that `who` may know now. Prompts are rendered from it and policies decide from it; nothing else reaches an agent. SPEC.md V1–V6. */
export function project(state: GameState, lore: Lore, pages: TableTexts, who: string, game: Game): View {
  const { next, scene } = state
  const role = roleOf(who)
  const npcTurn = role === 'dm' && next.phase === 'npc'
  const here =
    role === 'dm' ? (npcTurn ? own(state.actors, next.actor)?.location : (partyPlace(state, game) ?? scene?.place)) : own(state.actors, who)?.location
  const seen = actorsSeen(state, role, who, here)
  const sees = (space: Space): boolean => may(role, 'read', space)
  const log = sees('active-log') ? heardBy(state, pages.log, who) : []
  const view: View = {
    who,
    role,
    campaign: lore.title,
    premise: lore.premise,
    game: { name: game.manifest.game, version: game.manifest.version },
    guide: game.guide(),
    at: timeOf(state),
    beat: next.beat,
    phase: next.phase,
    mode: next.mode,
    round: next.round,
    session: next.session,
    spent: next.spent,
    actors: seen.map((id) => seeActor(state, lore, pages, game, id, sees(id === who ? 'own-sheet' : 'others-sheets'))),
    party: [...party(state)],
    log: (role === 'dm' && next.closing[0] === 'scene' ? log : log.slice(-MAX_LOG_ENTRIES)).map((entry) =>
      sees('others-sheets') ? entry : withoutSecrets(entry, who, game)
    ),
    entries: log.length,
    unseen: role === 'player' ? nonEmpty(unseenBy(state, game, log, who)) : undefined,
    private: privateLines(pages, state, role, who),
    summaries: summariesFor(role, pages),
    floors: game.manifest.floors,
    life: nonEmpty(sees('own-timeline') ? own(pages.lives, who) : undefined),
    direction: directionFor(role, pages.direction, who),
    plan: sees('own-plan') ? own(pages.plans, who) : undefined,
    knownQuests: nonEmpty(sees('known-quests') ? questLines(state, who) : undefined),
    standing: nonEmpty(sees('own-standing') ? standingLines(state, who) : undefined),
    as: npcTurn ? next.actor : undefined,
    order: next.mode === 'combat' ? next.initiative.filter((id) => seen.includes(id)) : undefined,
    answering: next.answering,
    calledTogether: role === 'player' && next.phase === 'player' && next.called !== undefined ? true : undefined,
    closing: next.closing[0],
    scene: scene && {
      number: next.scene,
      title: scene.title,
      place: scene.place,
      aim: scene.aim,
      turns: next.turns,
      limit: game.manifest.limits.turns_per_scene,
      opened: scene.opened,
      story: sees('secrets') ? scene.story : undefined
    },
    place: here !== undefined && own(state.places, here) ? seePlace(state, lore, here, sees('secrets')) : undefined,
    preparation: preparationOf(state, game)
  }
  if (!sees('secrets')) return { ...view, guide: guideFor(view, view.guide) }
  const elsewhere = partyPlaces(state, game).filter((place) => place !== here)
  return {
    ...view,
    elsewhere: nonEmpty(elsewhere.map((place) => seePlace(state, lore, place, true))),
    ...secrets(state, lore, pages, game),
    narration: state.narration,
    tree: state.narration && treeSeen(state, log),
    ...underway(state, seen),
    ...narrativesNow(state, lore)
  }
}

/** The part of a guide that a player may know: all actions, and the items and conditions that the player sees. SPEC.md V14. */
function guideFor({ actors, place }: View, { actions, items, conditions }: Guide): Guide {
  const some = <T>(list: Readonly<Record<string, T>>, ids: readonly string[]): Record<string, T> =>
    Object.fromEntries(ids.flatMap((id) => (Object.hasOwn(list, id) ? [[id, list[id] as T]] : [])))
  const carried = actors.flatMap(({ sheet }) => Object.values(sheet?.inventory ?? {}).map(({ item }) => item))
  const seen = actors.flatMap((actor) => Object.keys(actor.conditions))
  return { actions, items: some(items, [...carried, ...Object.values(place?.itemIds ?? {})]), conditions: some(conditions, seen) }
}

/** The direction files for a seat: the tone for all, the DM's style, a player's own persona; undefined if there are none. SPEC.md V13. */
function directionFor(role: 'dm' | 'player', direction: TableTexts['direction'], who: string): SeatDirection | undefined {
  const persona = own(direction?.personas, who)
  const seen = {
    ...(direction?.tone && may(role, 'read', 'tone') ? { tone: direction.tone } : {}),
    ...(direction?.dm && may(role, 'read', 'dm-style') ? { dm: direction.dm } : {}),
    ...(persona && may(role, 'read', 'own-persona') ? { persona } : {})
  }
  return Object.keys(seen).length > 0 ? seen : undefined
}

/** Which players have what the game's preparation gives, and which lack it; undefined once nobody lacks it. SPEC.md V10. */
function preparationOf(state: GameState, game: Game): Preparation | undefined {
  const preparation = game.manifest.preparation
  if (!preparation) return undefined
  const { needs, tag, choices, action } = preparation
  const list = own(game.manifest, choices)
  const known = isObject(list) ? list : {}
  const nameIn = (value: string): string => {
    const choice = own(known, value)
    return isObject(choice) && typeof choice['name'] === 'string' ? choice['name'] : value
  }
  const have: Record<string, string> = {}
  for (const id of party(state)) {
    const value = own(own(state.actors, id)?.tags, tag)
    if (value !== undefined && Object.hasOwn(known, String(value))) have[id] = nameIn(String(value))
  }
  const missing = party(state).filter((id) => !Object.hasOwn(have, id))
  return missing.length === 0 ? undefined : { needs, action, choices: Object.keys(known).map(nameIn), have, missing }
}

/** The DM's own summaries, or the recaps of them. SPEC.md V12. */
function summariesFor(role: 'dm' | 'player', { summaries, recaps }: TableTexts): View['summaries'] {
  const whole = may(role, 'read', 'summaries')
  if (!whole && !may(role, 'read', 'recaps')) return { scenes: [] }
  const { scenes, sessions, ...rest } = whole ? summaries : recaps
  return { ...rest, scenes: [...scenes], ...(sessions && whole ? { sessions: [...sessions] } : {}) }
}

const topicsOf = memoized((topics: Lore['topics']) => topics.map(({ path, title }) => ({ path, title })))
const placeNames = memoized((places: GameState['places']) => Object.fromEntries(Object.entries(places).map(([id, place]) => [id, place.name])))
const castOf = memoized((actors: GameState['actors']) =>
  Object.fromEntries(Object.entries(actors).map(([id, { name, kind }]) => [id, { name, kind }]))
)

function secrets(state: GameState, lore: Lore, pages: TableTexts, game: Game): Partial<View> {
  let atlas: Atlas | undefined
  return {
    facts: state.facts,
    story: lore.story.map((event) => seeEvent(event, state, pages)),
    topics: topicsOf(lore.topics),
    tables: Object.keys(game.tables),
    places: placeNames(state.places),
    cast: castOf(state.actors),
    atlas: () => (atlas ??= atlasOf(state, lore)),
    scenesLeft: Math.max(0, game.manifest.limits.scenes_per_session - state.next.scene)
  }
}

type SeenEvent = NonNullable<View['story']>[number]
/** Each event as the DM read it last. */
const seenLast = new WeakMap<StoryEvent, Pick<GameState, 'facts' | 'actors' | 'plays'> & { by: string | undefined; seen: SeenEvent }>()

/** A story event as the DM reads it, with the lines that are true now. Until it is over it lists every outcome, then only those that hold. */
function seeEvent(event: StoryEvent, state: GameState, pages: TableTexts): SeenEvent {
  const { facts, actors, plays } = state
  const by = settledBy(event, pages)
  const last = seenLast.get(event)
  if (last && last.by === by && hasSameTexts(event, last, state)) return last.seen
  const isDone = isOver(event, state)
  const { opening, closing, closing_failed, foreshadow, epilogue, outcomes, document: _, arrow: __, characters: ___, ...rest } = event
  const seen = {
    ...rest,
    opening: linesNow(opening, state),
    closing: linesNow(closing, state),
    closing_failed: linesNow(closing_failed, state),
    foreshadow: linesNow(foreshadow, state),
    epilogue: linesNow(epilogue, state),
    outcomes: (isDone ? outcomesNow(event, state) : outcomes).map(({ reactions, ...outcome }) => ({
      ...outcome,
      reactions: Object.fromEntries(Object.entries(reactions).map(([id, lines]) => [id, linesNow(lines, state, by)]))
    })),
    done: isDone,
    ready: holds(facts, event.starts_when),
    isPrepared: canPlay(event, state) || undefined
  }
  seenLast.set(event, { facts, actors, plays, by, seen })
  return seen
}

/** Whether what people say about an event depends on who settled it. */
const asksWho = memoized(({ outcomes }: StoryEvent): boolean =>
  outcomes.some(({ reactions }) => Object.values(reactions).some((lines) => lines.some((line) => typeof line !== 'string' && line.by !== undefined)))
)

/** The character who made true a fact that an event is over by, as far as the log tells; undefined also if no line depends on it. */
const settledBy = (event: StoryEvent, { log }: TableTexts): string | undefined =>
  asksWho(event) ? log.findLast(({ changes }) => event.done_when.some((fact) => own(changes?.facts, fact) !== undefined))?.by : undefined

/** An actor's reactions to events that are over and whose outcomes are not all known yet. A party member who was elsewhere has no reaction. */
function reactionsOf(id: string, state: GameState, lore: Lore, pages: TableTexts, game: Game): string[] {
  const isElsewhere = (event: StoryEvent): boolean =>
    party(state).includes(id) && own(state.actors, id)?.location !== settledAt(event, partyPlaces(state, game))
  return lore.story
    .filter((event) => isOver(event, state) && event.outcomes.some(({ reactions }) => own(reactions, id)) && !isElsewhere(event))
    .flatMap((event) => {
      const pending = outcomesNow(event, state).filter(({ facts }) => !holds(state.facts, facts))
      return pending.flatMap(({ reactions }) => linesNow(own(reactions, id) ?? [], state, settledBy(event, pages)))
    })
}

/** Open quests and threads, all factions, and the relationships of visible actors. */
function underway(state: GameState, seen: readonly string[]): Partial<View> {
  const filtered = (entries: GameState['quests'], keep: (entry: JsonObject) => boolean): GameState['quests'] =>
    Object.fromEntries(Object.entries(entries).filter(([, entry]) => !isObject(entry) || keep(entry)))
  const isOver = (id: string): boolean => ['completed', 'failed'].includes(questOf(state, id)?.status ?? '')
  return {
    quests: Object.fromEntries(Object.entries(state.quests).filter(([id]) => !isOver(id))),
    threads: filtered(state.threads, (thread) => thread['open'] !== false),
    factions: state.factions,
    ties: filtered(state.relationships, ({ from, to }) => [from, to].some((end) => typeof end === 'string' && seen.includes(end)))
  }
}

/** The actors that `who` sees: everybody in the same place, and the party wherever it is. */
function actorsSeen(state: GameState, role: 'dm' | 'player', who: string, here: string | undefined): string[] {
  const places = new Set(role === 'dm' ? [here, ...party(state).map((id) => own(state.actors, id)?.location)] : [here])
  const near = [...places].flatMap((place) => (place === undefined ? [] : inPlace(state, place)))
  return [...new Set([...party(state), ...near, ...(who === DM ? [] : [who])])].filter((id) => Object.hasOwn(state.actors, id))
}

function seeActor(state: GameState, lore: Lore, pages: TableTexts, game: Game, id: string, whole: boolean): SeenActor {
  const actor = own(state.actors, id) as Actor
  const about = own(lore.actors, id)
  const conditions = Object.keys(actor.conditions).filter((c) => whole || (own(game.conditions, c)?.visible ?? true))
  return {
    id,
    name: actor.name,
    kind: actor.kind,
    location: actor.location,
    public: about?.public ?? '',
    pronoun: about?.pronoun ?? 'they',
    conditions: Object.fromEntries(conditions.map((c) => [c, own(game.conditions, c)?.name ?? c])),
    canAct: canAct(state, game, id),
    attitude: actor.attitude,
    sheet: whole ? sheetOf(state, lore, pages, game, id, actor) : undefined
  }
}

function sheetOf(state: GameState, lore: Lore, pages: TableTexts, game: Game, id: string, actor: Actor): SeenActor['sheet'] {
  const about = own(lore.actors, id)
  const want = wantOf(id, lore, state)
  const { slots } = game.manifest
  const says = listsNow(about?.says ?? {}, state)
  const reaction = reactionsOf(id, state, lore, pages, game)
  return {
    stats: actor.stats,
    max: actor.max,
    inventory: actor.inventory,
    load: slots === undefined ? undefined : { used: slotsUsed(actor, game), of: slots },
    tags: actor.tags,
    about: about?.about ?? '',
    wants: want.now,
    met: nonEmpty(want.met),
    fears: about?.fears ?? '',
    voice: about?.voice ?? '',
    says: reaction.length > 0 ? { ...says, reaction } : says,
    beliefs: beliefsIn(about?.beliefs ?? {}, lore)
  }
}

/** The narratives that aren't dormant, as the DM reads them, heaviest first. */
function narrativesNow(state: GameState, lore: Lore): Pick<View, 'narratives' | 'lesserNarratives'> {
  if (Object.keys(lore.narratives).length === 0) return {}
  const weighted = Object.entries(narrativeWeights({ state, lore }))
    .filter(([, { band }]) => band !== 'dormant')
    .toSorted(([, a], [, b]) => b.weight - a.weight)
  const narrativesOf = (isMost: boolean) =>
    Object.fromEntries(
      weighted.flatMap(([id, { band }]) => {
        const { beat: _, focus: __, focus_reason: ___, ...narrative } = own(lore.narratives, id) ?? { name: id }
        return (band === 'always') === isMost ? [[id, narrative]] : []
      })
    )
  return weighted.length === 0 ? {} : { narratives: narrativesOf(true), lesserNarratives: narrativesOf(false) }
}

/** Beliefs with the text of the narratives that they are about. A narrative that the actor has never heard of is left out. */
function beliefsIn(beliefs: Beliefs, { narratives }: Lore): Beliefs {
  return Object.fromEntries(
    Object.entries(beliefs).flatMap(([claim, belief]) => {
      const narrative = own(narratives, claim)
      if (!narrative) return [[claim, belief]]
      return isHeld(belief) ? [[claim, { text: narrative.content, ...belief }]] : []
    })
  )
}

/** The log as `who` may hear it, for players without the DM's records. SPEC.md V17. Players who are called on together answer from the same point, so they don't hear each other's answers yet. */
export function heardBy(state: GameState, log: readonly LogEntry[], who: string): readonly LogEntry[] {
  const { called, phase } = state.next
  if (roleOf(who) === 'dm') return log
  const heard = log.filter(({ kind }) => kind !== 'record')
  if (called === undefined || phase !== 'player') return heard
  return heard.filter((entry) => entry.beat <= called || entry.by === who || entry.kind !== 'speech')
}

/** The beats of the log that a character did not see. */
function unseenBy(state: GameState, game: Game, log: readonly LogEntry[], who: string): number[] {
  const now = Object.fromEntries(Object.entries(state.actors).map(([id, { location }]) => [id, { location, canAct: canAct(state, game, id) }]))
  const seen = seenBeats(log, now, who, state.scene?.place)
  return [...new Set(log.slice(-MAX_LOG_ENTRIES).flatMap(({ beat }) => (seen.has(beat) ? [] : [beat])))]
}

/** Log entries as characters may read them, each with the game's conditions. */
const openEntries = new WeakMap<LogEntry, { conditions: Game['conditions']; seen: Map<string, LogEntry> }>()

/** An entry without ids of targets and the changes to other sheets, to places and to facts, which only the DM knows. SPEC.md V8. */
function withoutSecrets(entry: LogEntry, who: string, { conditions }: Game): LogEntry {
  const before = openEntries.get(entry)
  const known = before?.conditions === conditions ? before : { conditions, seen: new Map<string, LogEntry>() }
  if (known !== before) openEntries.set(entry, known)
  const { changes, targets: _, ...rest } = entry
  const open = (): LogEntry => {
    const seen = changes && visibleChanges(changes, who, (condition) => own(conditions, condition)?.visible ?? true)
    return seen ? { ...rest, changes: seen } : rest
  }
  const seen = known.seen.get(who) ?? open()
  known.seen.set(who, seen)
  return seen
}

function privateLines(pages: TableTexts, state: GameState, role: 'dm' | 'player', who: string): PrivateLine[] {
  if (!may(role, 'read', 'own-talk')) return []
  const player = role === 'dm' ? state.next.answering : who
  return player === undefined ? [] : [...(own(pages.private, player) ?? [])]
}
