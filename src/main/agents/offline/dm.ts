import { own } from '../../../shared/base/json'
import type { ToolUse, View, SeenActor } from '../../../shared/table/agents'
import type { Offer } from '../../../shared/story/game'
import { SCENE_STEPS } from '../../engine/documents'
import { pick, trait, type Chance } from './chance'
import { placeName, sentence, the } from './grammar'
import { entryIs } from './kinds'
import type { Mind } from './mind'
import { isBegun, leadNow, narration, situation } from './narrate'
import { ailing, fit, match } from './peril'
import { isUsedUp } from './places'
import { rule } from './rulings'
import { settle } from './pursue'
import { actionsHere, choiceOf, actionsIn, foesIn, inputFor, labelOf, mentions, offerOf, offerOfKind, partyOf, unfillable, overlap } from './read'
import { sceneEvent, exitToward } from './aims'
import { aftermath, epilogue, isSceneOf, isAnnounced, lastClosing } from './aftermath'
import { climaxStep, characterWanting } from './climax'
import { answerer, opener } from './disagree'
import { award, fade, gift, joins, linger, lose, randomEncounter } from './extras'
import { cut, isInSceneOf, openScene, openSession, outcome, sceneIsDue, sceneOver } from './scenes'
import { recap } from './recap'
import { summary } from './summary'
import { isTreeDue, paidOff } from './scene-trees'
import { breathOf } from './temper'
import type { Voice } from './voice'

/** The view at the place where the able members of the party are. If that is not the place that is shown, only its name is known. */
function withParty(view: View): View {
  const able = partyOf(view).filter((actor) => actor.canAct)
  const [first] = able
  if (!first || able.some((actor) => actor.location === view.place?.id)) return view
  const name = own(view.places, first.location)
  if (name === undefined) return view
  return {
    ...view,
    place: { id: first.location, name, region: '', description: '', senses: [], features: {}, items: {}, itemIds: {}, tags: {}, exits: [] }
  }
}

/** The DM's tool use for this beat. */
export function dmUse(seen: View, all: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const view = withParty(seen)
  // The built-in table does not use actions through NPCs outside fights.
  const offers = all.filter((offer) => offer.as === undefined)
  switch (view.phase) {
    case 'done':
      return openSession(view, offers, mind, voice)
    case 'open':
      return openScene(view, offers, mind, voice)
    case 'close':
      mind.note(`The summary of the ${view.closing ?? 'scene'} is due.`)
      return { tool: 'summarise', input: { recap: recap(view), text: summary(view) } }
    default:
      if (view.answering === undefined) return turn(view, offers, mind, voice)
      mind.note(`${nameIn(view, view.answering)} asked in private and gets an answer.`)
      return answer(view, offers)
  }
}

/** A private answer to a whisper: what the asker can see of whom or what they name, otherwise the ways out. */
function answer(view: View, offers: readonly Offer[]): ToolUse | undefined {
  if (!offerOf(offers, 'speak') || view.answering === undefined) return undefined
  const question = view.private.findLast((line) => line.by === view.answering)?.text ?? ''
  const npc = view.actors.find((actor) => actor.kind === 'npc' && mentions(question, actor.name))
  const feature = Object.values(view.place?.features ?? {}).find((name) => mentions(question, name))
  const exits = (view.place?.exits ?? []).map(({ label, duration }) => `${placeName(label)}${duration === '' ? '' : `, ${duration} away`}`)
  const seen = npc
    ? `${npc.name} seems ${npc.attitude ?? 'neutral'}`
    : feature !== undefined
      ? `nobody has looked at ${the(feature)} yet, and a search would show more`
      : exits.length > 0
        ? `from here one can go to ${exits.join('; or to ')}`
        : 'no way leads out of here'
  return { tool: 'speak', input: { player: view.answering, text: sentence(`${nameIn(view, view.answering)}, ${seen}`) } }
}

const nameIn = (view: View, id: string): string => view.actors.find((actor) => actor.id === id)?.name ?? id

function turn(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  if (!offerOf(offers, 'narrate')) return ending(view, offers, voice)
  const foes = foesIn(view, view.place?.id)
  if (view.mode === 'combat') {
    const isFighting = partyOf(view).some((actor) => actor.canAct && foes.some((foe) => foe.location === actor.location))
    const end = offerOfKind(view, offers, 'end_combat')
    if ((foes.length === 0 || !isFighting) && end) {
      mind.note('No foe is left, or nobody able is near one, so the fight ends.')
      return { tool: end.name, input: inputFor(end, {}, mind.chance) }
    }
    mind.note('A fight is under way. Newcomers join it; otherwise the DM narrates what happened.')
    const joining = joins(view, offers)
    if (joining) return joining
    const text = narration(view, voice)
    if (text === undefined && offerOf(offers, 'pass')) return { tool: 'pass', input: {} }
    return { tool: 'narrate', input: { text: text ?? situation(view) } }
  }
  // The outcome of an event is narrated in the event's own words, before and instead of any others. It waits while a character is dying.
  const concluded = partyOf(view).every((actor) => actor.canAct) && isBegun(view) && !offerOf(offers, 'stop_scene')
  const consequence = concluded ? aftermath(view, offers, mind, voice) : undefined
  if (consequence) return consequence
  const isDone = concluded && sceneEvent(view)?.done === true
  // A prepared scene narrates itself.
  const hasNarrated = isDone || (view.spent['narrate'] ?? 0) > 0 || SCENE_STEPS.has(view.log.at(-1)?.action ?? '')
  const news = hasNarrated ? undefined : (narration(view, voice) ?? (isTreeDue(view) ? situation(view) : undefined))
  // Nobody chooses in a prepared scene before everybody is ready to play.
  const readied = news === undefined ? preparation(view, offers, mind) : undefined
  if (readied) return readied
  const scripted = choiceOf(offerOf(offers, 'run_scene'))
  // A prepared scene is started in a scene of its event and at its place, because its characters are there. One that was begun may end anywhere there.
  const isAt = (id: string): boolean =>
    view.story?.some((one) => one.id === id && one.place === view.place?.id && (one.done || isInSceneOf(view, one))) === true
  const event = scripted?.enum?.find((id) => offerOf(offers, 'stop_scene') !== undefined || isAt(id))
  const isBefore = scripted !== undefined && event !== undefined && news === undefined && !offerOf(offers, 'stop_scene')
  const before = isBefore ? climaxStep(view, offers, mind) : undefined
  if (before) return before
  if (scripted && event !== undefined && (news === undefined || offerOf(offers, 'stop_scene'))) {
    mind.note(`The DM plays a prepared scene: ${labelOf(scripted, event)}.`)
    return { tool: 'run_scene', input: { [scripted.name]: event } }
  }
  const start = offerOfKind(view, offers, 'start_combat')
  const fighters = choiceOf(start)
  if (news !== undefined) {
    mind.note('The results have not told everything, so the DM narrates first.')
    return { tool: 'narrate', input: { text: news } }
  }
  if (sceneIsDue(view) && offerOf(offers, 'end_scene') && !offerOf(offers, 'stop_scene')) {
    mind.note('A story event is played here, so it gets a scene of its own.')
    return ending(view, offers, voice)
  }
  const paid = view.narration === undefined ? undefined : paidOff(view)
  if (paid && offerOf(offers, 'close_thread')) {
    mind.note('What was planted has paid off, so its thread is closed.')
    return { tool: 'close_thread', input: { thread: paid[0], outcome: paid[1] } }
  }
  const prepared = aftermath(view, offers, mind, voice) ?? settle(view, offers, mind)
  if (prepared) return prepared
  const ruling = rule(view, offers, mind)
  if (ruling) return ruling
  // The epilogue waits while a character is dying.
  if (isAnnounced(view) && partyOf(view).every((actor) => actor.canAct))
    return lastClosing(view, voice) ?? epilogue(view, offers, mind) ?? ending(view, offers, voice)
  const ready = foes.map((foe) => foe.id).filter((id) => fighters?.enum?.includes(id))
  // A worn-out party gets time to leave.
  if (
    start &&
    fighters &&
    ready.length > 0 &&
    !justFought(view) &&
    mind.happens(fit(view) ? 'Start a fight' : 'Start a fight with a worn-out party', fit(view) ? 0.95 : 0.04)
  )
    return { tool: start.name, input: { [fighters.name]: ready.slice(0, match(view)) } }
  if (foes.length > 0 && ready.length === 0 && !justFought(view) && view.place?.id !== view.scene?.place && (view.scenesLeft ?? 0) > 0) {
    mind.note('Foes block the party away from the scene’s place, so the scene ends early.')
    return { tool: 'end_scene', input: { outcome: cut(view) } }
  }
  const waiting = answerer(view)
  if (waiting !== undefined && isCallable(offers, waiting)) {
    mind.note(`${nameIn(view, waiting)} has to answer, so the DM calls on them alone.`)
    return { tool: 'call_on', input: { who: [waiting] } }
  }
  const opening = opener(view)
  if (opening !== undefined && isCallable(offers, opening)) {
    mind.note(`The party has not talked about what comes first, so the DM calls on ${nameIn(view, opening)} alone.`)
    return { tool: 'call_on', input: { who: [opening] } }
  }
  const last = climaxStep(view, offers, mind)
  if (last) return last
  if (sceneOver(view, mind)) return ending(view, offers, voice) ?? callOn(view, offers, mind)
  return extra(view, offers, mind, voice) ?? callOn(view, offers, mind)
}

/** Returns whether the DM can call on a player now. */
const isCallable = (offers: readonly Offer[], id: string): boolean => choiceOf(offerOf(offers, 'call_on'))?.enum?.includes(id) === true

/** Returns whether a fight in this scene has just ended, so that the characters who left it can recover. */
function justFought(view: View): boolean {
  const last = actionsIn(view.log).slice(-3)
  return last.some((entry) => entryIs('end_combat', entry))
}

function ending(view: View, offers: readonly Offer[], voice: Voice): ToolUse | undefined {
  if (offerOf(offers, 'end_scene')) return { tool: 'end_scene', input: { outcome: outcome(view, voice) } }
  return offerOf(offers, 'end_session') ? { tool: 'end_session', input: {} } : undefined
}

/** An event that may happen besides: its words, the upper end of its band of the roll, its action, and whether it may happen now. */
type Besides = readonly [words: string, upto: number, does: () => ToolUse | undefined, open?: boolean]

/** Something else happens: a bystander speaks, the DM rolls on a table, the place harms a character … At most two such events a turn. */
function extra(view: View, offers: readonly Offer[], mind: Mind, voice: Voice): ToolUse | undefined {
  const spent = Object.values(view.spent).reduce((sum, count) => sum + count, 0)
  if (spent > 2) return undefined
  const { chance } = mind
  const besides: readonly Besides[] = [
    ['A bystander speaks', 0.2, () => bystander(view, offers, voice), (view.spent['narrate'] ?? 0) < 2],
    // Such events don't interrupt the climax.
    ['A table is rolled', 0.26, () => table(view, offers, mind), (view.spent['roll_table'] ?? 0) === 0 && !isClimax(view)],
    ['The place harms a character', 0.285, () => hazard(view, offers, chance), (view.scene?.turns ?? 0) > 8 && !isClimax(view)],
    ['A character comes by', 0.36, () => randomEncounter(view, offers, mind)],
    ['A player gets a reward', 0.43, () => award(view, offers)],
    ['A torch burns out', 0.46, () => lose(view, offers, chance)],
    ['A friendly character gives an item', 0.48, () => gift(view, offers, chance)],
    ['A quarter of an hour passes', 0.51, () => linger(view, offers)],
    ['A wandering character moves on', 0.6, () => fade(view, offers, chance)]
  ]
  const does = mind.rolls(
    'Something else',
    besides.map(([words, upto, value, open = true]) => ({ words, upto, value, open }))
  )
  const use = does?.()
  if (does && !use) mind.note('No action for that was possible.')
  return use
}

/** A bystander says one of their own lines. */
function bystander(view: View, offers: readonly Offer[], voice: Voice): ToolUse | undefined {
  const voices = offerOf(offers, 'narrate')?.params.find((def) => def.name === 'voice')?.enum ?? []
  const able = view.actors.filter(
    (actor) => voices.includes(actor.id) && actor.canAct && actor.location === view.place?.id && actor.attitude !== 'hostile'
  )
  const one = pick(able, voice.chance)
  if (!one) return undefined
  const theirs = Object.entries(one.sheet?.says ?? {}).flatMap(([key, lines]) =>
    /fight|hurt|farewell|refuse|lose|flee|victory|reaction|thanks/.test(key) ? [] : lines
  )
  const line = voice.line(theirs, 1)
  return line === undefined ? undefined : { tool: 'narrate', input: { text: sentence(line), voice: one.id } }
}

const isClimax = (view: View): boolean => view.story?.some((event) => event.climax && isSceneOf(view, event)) === true

/** The DM rolls on each table in one of this many scenes, because it can't see the log of earlier scenes. */
const SCENES_PER_ROLL = 3

/** Rolls on a table that suits the place: weather and rumours in settlements, weather and signs of danger elsewhere. */
function table(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const def = choiceOf(offerOf(offers, 'roll_table'))
  const tags = view.place?.tags ?? {}
  const settled = Boolean(tags['settlement'])
  const dark = Boolean(tags['dark'])
  const lately = new Set(view.log.slice(-40).flatMap(({ rolls = [] }) => rolls.map(({ label }) => label)))
  const due = (name: string): boolean => (Math.floor(trait(name) * SCENES_PER_ROLL) + (view.scene?.number ?? 0)) % SCENES_PER_ROLL === 0
  const suits = (name: string): number => {
    if (!due(name)) return 0
    if (/below|under|dark|deep/.test(name)) return dark ? 3 : 0
    if (/wild|weather/.test(name)) return dark ? 0 : settled ? (name.includes('wild') ? 0 : 1.5) : 3
    if (/rumou?r/.test(name)) return settled ? 2 : 0
    if (/omen/.test(name)) return settled ? 1 : 0
    return 0
  }
  const chosen = mind.choose(
    'Which table to roll',
    (def?.enum ?? []).map((name) => ({
      value: name,
      words: labelOf(def, name),
      weight: lately.has(labelOf(def, name)) ? 0 : suits(`${name} ${labelOf(def, name)}`.toLowerCase())
    }))
  )
  return def && chosen !== undefined ? { tool: 'roll_table', input: { [def.name]: chosen } } : undefined
}

function hazard(view: View, offers: readonly Offer[], chance: Chance): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'endanger')
  if (!offer || unfillable(offer) || view.place?.tags['safe'] || foesIn(view, view.place?.id).length > 0) return undefined
  const target = offer.params.find((def) => def.type === 'target')
  const hale = view.actors.filter((actor) => target?.enum?.includes(actor.id) && !ailing(view, actor)).map((actor) => actor.id)
  const who = pick(hale, chance)
  return who === undefined || !target ? undefined : { tool: offer.name, input: inputFor(offer, { [target.name]: who }, chance) }
}

/** Calls on everybody, most of the time; sometimes on one or two players, those first who have acted least in recent turns. */
function callOn(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const def = choiceOf(offerOf(offers, 'call_on'))
  if (!def?.enum) return offerOf(offers, 'end_scene') ? { tool: 'end_scene', input: { outcome: 'Nobody is left to act.' } } : undefined
  const players = def.enum.filter((id) => id !== 'all')
  const apart =
    new Set(
      partyOf(view)
        .filter((actor) => actor.canAct)
        .map((actor) => actor.location)
    ).size > 1
  // The one whose want it is comes first.
  const lead = leadNow(view)
  const seeker = lead?.steps === 0 ? characterWanting(view, lead.fact === undefined ? [] : [lead.fact]) : undefined
  if (seeker && players.includes(seeker.id) && !actionsHere(view).some(({ by }) => by === seeker.id)) {
    mind.note(`${seeker.name} wants what can be had here, so the DM calls on them first.`)
    return { tool: 'call_on', input: { [def.name]: [seeker.id] } }
  }
  // An exhausted character is called on alone, before anybody moves on with them.
  const weary = partyOf(view).find((actor) => players.includes(actor.id) && breathOf(actor) <= 0.5 && actionsIn(view.log).at(-1)?.by !== actor.id)
  if (weary && !apart && foesIn(view, view.place?.id).length === 0) {
    mind.note(`${weary.name} is exhausted, so the DM calls on them alone.`)
    return { tool: 'call_on', input: { [def.name]: [weary.id] } }
  }
  // If the party should move on, or the next step is next door, or the climax is near, players are called on one by one, so that each place is narrated before anybody leaves it.
  const isNearClimax = view.story?.some(({ climax, done, place }) => climax && !done && view.place?.exits.some(({ to }) => to === place)) === true
  const goesOn = isNearClimax || (!apart && lead?.steps === 1) || (!apart && isUsedUp(view) && exitToward(view, leadNow(view)) !== undefined)
  if (!goesOn && (players.length < 2 || apart || mind.happens('Call on everybody', 0.55))) return { tool: 'call_on', input: { [def.name]: ['all'] } }
  const recent = actionsIn(view.log).slice(-12)
  const turns = (id: string): number => recent.filter((entry) => entry.by === id).length
  const order = players.map((id) => ({ id, key: turns(id) + mind.chance() * 1.5 })).toSorted((a, b) => a.key - b.key)
  mind.note(`Players who have done least lately come first: ${order.map(({ id }) => nameIn(view, id)).join(', ')}.`)
  if (goesOn) return { tool: 'call_on', input: { [def.name]: order.slice(0, 1).map((one) => one.id) } }
  return { tool: 'call_on', input: { [def.name]: order.slice(0, mind.happens('Call on two rather than one', 0.6) ? 2 : 1).map((one) => one.id) } }
}

/** During the game's preparation, gives the next player the choice that suits them best and that nobody else has yet. */
function preparation(view: View, offers: readonly Offer[], mind: Mind): ToolUse | undefined {
  const offer = offerOfKind(view, offers, 'prepare')
  const people = offer?.params.find((def) => def.type === 'target')
  const kinds = offer?.params.find((def) => def.type === 'enum')
  const who = view.actors.find((actor) => people?.enum?.includes(actor.id))
  if (!offer || !people || !kinds?.enum || !who) return undefined
  const taken = view.actors.flatMap((actor) => Object.values(actor.sheet?.tags ?? {}))
  const chosen = mind.best(
    `A choice that suits ${who.name} and that nobody has yet`,
    kinds.enum.map((kind) => ({
      value: kind,
      words: labelOf(kinds, kind),
      weight: 2 * overlap(labelOf(kinds, kind), wordsAbout(who)) - 3 * taken.filter((tag) => tag === kind).length
    }))
  )
  return chosen === undefined ? undefined : { tool: offer.name, input: { [people.name]: who.id, [kinds.name]: chosen } }
}

const wordsAbout = (who: SeenActor): string => `${who.public} ${who.sheet?.wants ?? ''} ${who.sheet?.about ?? ''}`
