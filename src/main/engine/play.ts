import type { Game, Offer } from '../../shared/story/game'
import { canonical, diff } from '../../shared/base/json'
import { VERBS, type Verb } from '../../shared/story/names'
import { Problem } from '../../shared/base/problem'
import type { ActionCall, Dice, Params } from '../../shared/story/play'
import type { GameState } from '../../shared/story/state'
import { refuseStoryFaults } from '../../shared/story/story-faults'
import { STORY_PARTS } from '../../shared/story/story-state'
import { nextDice } from './dice'
import { type Documents, NO_DOCUMENTS, SCENE_STEPS } from './documents'
import { NARRATE_PLAINLY, PLAINLY, SCENE_TEXT } from './narrator-offers'
import type { VerbOutcome, Outcome } from './outcome'
import { DM, nameOf, party, ready } from './people'
import { checkParams, targetsOf } from './params'
import { playVerb } from './play-verb'
import { Run } from './actions'
import { questEntries, settleStory } from './quests'
import { oneLine, Scribe, stamped } from './scribe'
import { ask, moveOn } from './turns'
import { ACTION_ID, isToolCall, playToolResult } from './skill'
import { exercised } from './exercised'
import { usesIn } from './uses'
import { VerbCall } from './verb-call'
import { EMPTY_ANSWER, GIVEN_UP, FALLBACK_VERBS, offered, STANDS_IN, verbsOf } from './verbs'
import { choosers } from './waiting'

/** Works out what one call would do, without changing anything. Throws Problem; then nothing has changed, not even the dice. SPEC.md P1–P12. */
export function play(
  state: GameState,
  request: ActionCall,
  game: Game,
  dice: Dice = nextDice(state.next),
  documents: Documents = NO_DOCUMENTS
): Outcome {
  if (isToolCall(request)) return playToolResult(state, request, game)
  const isSkill = request.kind === 'skill'
  if (request.kind !== 'play' && !isSkill)
    throw new Problem('bad-input', `A call of kind ${request.kind} can't be played at the table. Send it with kind play.`)
  const offer = offerFor(state, request, game, documents)
  if (offer.cost === 'look')
    throw new Problem('refused', `${request.action} only looks something up, so it is never saved as a beat. Call it as a tool.`)
  const call: ActionCall = offer.as === undefined ? request : { ...request, as: offer.as }
  const { [ACTION_ID]: actionId, ...rest } = call.params
  const { [GIVEN_UP]: givenUpMark, ...ended } = isSkill ? rest : call.params
  const gaveUp = (givenUpMark === true || givenUpMark === EMPTY_ANSWER) && FALLBACK_VERBS.includes(call.action)
  const passes = givenUpMark === EMPTY_ANSWER ? emptyNotice : passNotice
  const { [STANDS_IN]: standsInMark, ...own } = gaveUp || isSkill ? ended : call.params
  const standsIn = standsInMark === true
  const { params, marks } = checkedParams(offer, standsIn ? own : gaveUp || isSkill ? ended : call.params, call.agent)
  const beat = state.next.beat + 1
  const run = new Run(game, dice)
  const scribe = new Scribe(call, beat)
  const move = isVerb(call.action)
    ? playVerb(new VerbCall(state, call, { ...params, ...marks }, run, scribe, documents))
    : act(state, call, params, run, targetsOf(offer, params))
  const { state: settled, moved: quests } = settleStory(state, checked(state, move.state), beat)
  const played = turnOf(state, settled, run, call, move.endsTurn ? { ...offer, cost: 'turn' } : offer, params, beat)
  const moved = exercised(played, usesIn(state, played, call, params, game))
  const moves = state.scene ? questEntries(settled, quests, scribe) : []
  const written = [
    ...(gaveUp ? noticeEntries(state, scribe, passes) : []),
    ...(standsIn ? noticeEntries(state, scribe, standInNotice) : []),
    ...move.writes
  ]
  const after = canonicalNext({ ...moved, next: { ...moved.next, beat } })
  const entries = state.scene ? scribe.entries(written, run.done, { before: state, after, game }, moves) : written
  return {
    params: {
      ...(move.params ?? { ...params, ...marks }),
      ...(gaveUp ? { [GIVEN_UP]: givenUpMark } : {}),
      ...(standsIn ? { [STANDS_IN]: true } : {}),
      ...(isSkill && actionId !== undefined ? { [ACTION_ID]: actionId } : {})
    },
    state: after,
    changes: diff(state, after),
    writes: stamped(entries, after),
    rolls: run.rolls,
    results: run.done.flatMap(({ actor, action, result }) => (result === undefined ? [] : [{ actor, action, result }])),
    subject: oneLine(gaveUp ? passes(state, call) : move.subject),
    answer: move.answer
  }
}

/** The parameters that the offer takes, and the table's own marks of a narration. Prose by the designer is narrated as plain text. */
function checkedParams(offer: Offer, given: Params, agent: ActionCall['agent']): { params: Params; marks: Params } {
  const takesOutput = offer.params.some(({ name }) => name === 'output')
  if (!takesOutput) return { params: checkParams(offer, given), marks: {} }
  const { [PLAINLY]: plainly, [SCENE_TEXT]: text, ...rest } = given
  const { output } = rest
  if (agent === 'hand' && typeof output === 'string' && !/^\s*[[{`]/.test(output))
    return { params: checkParams(NARRATE_PLAINLY, { text: output }), marks: { [PLAINLY]: true } }
  if (plainly === true) return { params: checkParams(NARRATE_PLAINLY, rest), marks: { [PLAINLY]: true } }
  return { params: checkParams(offer, rest), marks: typeof text === 'string' ? { [SCENE_TEXT]: text } : {} }
}

/** The state, if the story's invariants hold. Play never removes actors, so only story parts can have become invalid. SPEC.md S8. */
function checked(before: GameState, after: GameState): GameState {
  if (Object.values(STORY_PARTS).some((part) => before[part] !== after[part])) refuseStoryFaults(before, after)
  return after
}

const giver = (state: GameState, { as, actor }: ActionCall): string => (as === undefined && actor === DM ? 'The DM' : nameOf(state, as ?? actor))
const passNotice = (state: GameState, call: ActionCall): string => `${giver(state, call)} gives no valid action, and the turn passes.`
const emptyNotice = (state: GameState, call: ActionCall): string => `${giver(state, call)} gives an empty answer, and the turn passes.`

const standInNotice = (state: GameState, { actor }: ActionCall): string =>
  `The built-in table plays for ${actor === DM ? 'the DM' : nameOf(state, actor)}, because the model failed.`

/** The log entry that says that the table ended a turn, or that the built-in table played it. Private turns get none. SPEC.md P15, P17. */
const noticeEntries = (state: GameState, scribe: Scribe, words: typeof passNotice): VerbOutcome['writes'] =>
  state.scene && state.next.answering === undefined ? [scribe.entry('system', words(state, scribe.call))] : []

/** `next` without undefined members and with sorted keys, as in the file. */
function canonicalNext(state: GameState): GameState {
  return { ...state, next: canonical(state.next) }
}

const isVerb = (name: string): name is Verb => (VERBS as readonly string[]).includes(name)

/** The offer that a call uses. A call in an NPC's slot need not name the NPC; anywhere else `as` must match the offer. SPEC.md P12. */
function offerFor(state: GameState, call: ActionCall, game: Game, documents: Documents): Offer {
  const authored = { documents: documents.events }
  const as = call.as ?? (state.next.phase === 'npc' && call.actor === DM ? state.next.actor : undefined)
  const isCalled = (o: Offer): boolean => o.name === call.action && o.as === as
  // The table's own verbs don't depend on the rules, so they are looked up first.
  const verb = isVerb(call.action) ? verbsOf(state, game, call.actor, authored).find(isCalled) : undefined
  if (verb) return verb
  const offer = offered(state, game, call.actor, authored, call.action).find(isCalled)
  if (offer) return offer
  const offers = offered(state, game, call.actor, authored)
  if (offers.length === 0) {
    const name = (id: string): string => (id === DM ? 'the DM' : nameOf(state, id))
    throw new Problem('refused', `It isn't ${name(call.actor)}'s turn. It is ${name(state.next.actor)}'s turn.`, { actor: state.next.actor })
  }
  const mine = offers.filter((o) => o.as === as)
  const names = [...new Set((mine.length > 0 ? mine : offers).map((o) => o.name))].join(', ')
  const who = call.as === undefined ? nameOf(state, call.actor) : `${nameOf(state, call.actor)} as ${nameOf(state, call.as)}`
  throw new Problem('refused', `${who} can't ${call.action.slice(0, 60)} now. Choose one of: ${names}.`, { offered: names })
}

/** These verbs set `next` themselves. All others let the turn move on. */
function turnOf(before: GameState, after: GameState, run: Run, { action, kind }: ActionCall, offer: Offer, params: Params, beat: number): GameState {
  if (['open_session', 'open_scene', 'end_scene', 'end_session', 'end_campaign', 'summarise', 'reseed', 'milestone', 'stop_scene'].includes(action))
    return after
  if (action === 'call_on') {
    const who = params['who'] as string[]
    const players = who.includes('all') ? ready(after, run.game) : party(after).filter((id) => who.includes(id))
    return ask(after, run, players, players.length > 1 ? beat : undefined)
  }
  const candidates = SCENE_STEPS.has(action) ? choosers(after, run.game) : []
  if (action === 'run_scene' && candidates.length > 0) return ask(after, run, candidates)
  // The first player to choose decides for all. The others are asked only about the next choice, while the scene has turns left.
  const hasTurns = after.next.turns < run.game.manifest.limits.turns_per_scene
  const now = action === 'choose_option' ? { ...after, next: { ...after.next, waiting: hasTurns ? candidates : [], called: undefined } } : after
  return moveOn(before, now, run, { verb: action, cost: offer.cost, beat, isPlanned: kind === 'skill' })
}

/** Plays an action of the game, before the turn moves on. */
function act(state: GameState, call: ActionCall, params: Params, run: Run, targets: string[]): VerbOutcome {
  const actor = call.as ?? call.actor
  const after = run.act(state, actor, call.action, params, targets)
  const narrated = run.done.filter((step) => step.narrative !== '')
  const results = run.done.flatMap((step) => (step.result ? JSON.stringify(step.result) : []))
  return {
    state: after,
    writes: [],
    subject: narrated[0]?.narrative ?? `${nameOf(state, actor)}: ${call.action}`,
    answer: [...narrated.map((step) => step.narrative), ...results].join('\n') || 'Done.'
  }
}
