import { isObject, type JsonObject, own } from '../../shared/base/json'
import { sceneFolder } from '../../shared/story/layout'
import { freeName, slug } from '../../shared/story/names'
import { Problem } from '../../shared/base/problem'
import type { GameState, Next } from '../../shared/story/state'
import { playsAfter } from './documents'
import { afterFight } from './durations'
import { DM } from './people'
import { type VerbOutcome, move, type Write } from './outcome'
import { usable } from './uses'
import type { VerbCall } from './verb-call'

const withNext = (state: GameState, next: Partial<Next>): GameState => ({ ...state, next: { ...state.next, ...next } })

/** Begins a session. */
export function openSession({ state, text }: VerbCall): VerbOutcome {
  const session = state.next.session + 1
  const title = text('title')
  const opened = withNext(state, { ended: undefined, session, scene: 0, phase: 'open', actor: DM, exercised: { scene: {}, session: {} } })
  return move(opened, `Session ${session} begins: ${title}`, `Session ${session} is open.`, [{ kind: 'session', title }])
}

/** Opens a scene where the party is. The scene's log begins with it. */
export function openScene({ state, params, text, scribe }: VerbCall): VerbOutcome {
  const number = state.next.scene + 1
  const [title, place] = [text('title'), text('place')]
  const where = own(state.places, place)?.name ?? place
  const scene = {
    path: sceneFolder(state.next.session, number),
    title,
    place,
    present: Object.fromEntries(((params['present'] as string[] | undefined) ?? []).map((id) => [id, true as const])),
    aim: text('aim'),
    opened: scribe.beat,
    ...(params['story'] === undefined ? {} : { story: text('story') })
  }
  const exercised = inNewScene(state.next.exercised)
  const opened = { ...withNext(state, { scene: number, phase: 'dm', actor: DM, spent: {}, turns: 0, waiting: [], exercised }), scene }
  return move(opened, `Scene ${number}: ${title}, at ${where}`, `The scene is open: ${title}. Narrate where they are, then call on them.`, [
    scribe.entry('scene', `${title}. ${where}.`)
  ])
}

/** The counts at the beginning of a scene: empty for the scene, unchanged for the session. */
const inNewScene = ({ session, outcomes }: Next['exercised']): Next['exercised'] => ({
  scene: {},
  session,
  ...(outcomes ? { outcomes: { scene: {}, session: outcomes.session } } : {})
})

/** The state with summaries due. A running fight ends here. */
function closed({ state, documents }: VerbCall, closing: Next['closing']): GameState {
  const played = { ...state, ...playsAfter(state, documents) }
  const { combat, ...rest } = played
  const withoutFight = combat ? afterFight(rest) : played
  return withNext(withoutFight, { phase: 'close', actor: DM, closing, waiting: [], spent: {}, mode: 'story', round: 0, initiative: [] })
}

/** Closes the scene. Its summary is due next. */
export const endScene = (verb: VerbCall): VerbOutcome =>
  move(closed(verb, ['scene']), verb.text('outcome'), 'The scene is closed.', [verb.scribe.entry('scene', verb.text('outcome'))])

/** Closes the session, and the scene if one is open. The summaries of scene, session and campaign are due next. */
export function endSession(verb: VerbCall): VerbOutcome {
  const { state, scribe } = verb
  const closing: Next['closing'] = state.scene ? ['scene', 'session', 'campaign'] : ['session', 'campaign']
  const writes = state.scene ? [scribe.entry('scene', 'The session ends.')] : []
  return move(closed(verb, closing), `Session ${state.next.session} ends`, 'The session is closed.', writes)
}

/** Closes the campaign with its scene and session: like `endSession`, but agents play nothing more afterwards. SPEC.md S5. */
export function endCampaign(verb: VerbCall): VerbOutcome {
  const ended = withNext(closed(verb, ['scene', 'session', 'campaign']), { ended: true })
  return move(ended, 'The campaign ends', 'The campaign is closed.', [verb.scribe.entry('scene', verb.text('epilogue'))])
}

/** Opens a thread of the story. SPEC.md S6. */
export function openThread({ state, params, text }: VerbCall): VerbOutcome {
  const id = freeName(slug(text('thread')), (name) => own(state.threads, name) !== undefined)
  const payoff: JsonObject = params['payoff'] === undefined ? {} : { intended_payoff: text('payoff') }
  const threads = { ...state.threads, [id]: { text: text('text'), open: true, ...payoff } }
  return move({ ...state, threads }, `A thread opens: ${text('text')}`, 'The thread is open.')
}

/** Closes a thread of the story and stores its outcome. SPEC.md S6. */
export function closeThread({ state, call, text, scribe }: VerbCall): VerbOutcome {
  const id = text('thread')
  const outcome = text('outcome')
  const thread = own(state.threads, id)
  const threads = { ...state.threads, [id]: { ...(isObject(thread) ? thread : { text: id }), open: false, outcome } }
  return move({ ...state, threads }, outcome, 'The thread is closed.', [scribe.entry('system', outcome, { action: call.action })])
}

/** The usual form of a fact's name: words joined by dashes, underscores or colons. Any other name is converted to it. */
const FACT = /^[\p{L}\p{N}]+(?:[-_:][\p{L}\p{N}]+)*$/u

/** Records a fact, in games without an action that does. SPEC.md S7. */
export function establish({ state, call, text, scribe }: VerbCall): VerbOutcome {
  const name = text('fact')
  const fact = FACT.test(name) && name.length <= 60 ? name : slug(name)
  const facts = { ...state.facts, [fact]: true }
  return move({ ...state, facts }, text('text'), `The fact "${fact}" is recorded.`, [scribe.entry('system', text('text'), { action: call.action })])
}

/** Makes the campaign's summary due now. After the summary, the table continues where it was. SPEC.md S4. */
export function milestone({ state }: VerbCall): VerbOutcome {
  const { answering, ...next } = state.next
  const { phase, actor, session } = next
  if (session === 0) throw new Problem('refused', 'Nothing has been played yet. Play some beats before you mark a milestone.')
  if (phase === 'close') throw new Problem('refused', 'A summary is already due. Let the DM write it before you mark a milestone.')
  const resume = { phase, actor, ...(answering === undefined ? {} : { answering }) }
  const due = { ...state, next: { ...next, phase: 'close' as const, actor: DM, closing: ['campaign' as const], resume } }
  return move(due, 'A milestone is marked', 'The DM summarises the campaign next.')
}

/** The heading under which the table writes its counts. */
const COUNTED = /^ {0,3}#{1,6}[ \t]*rules exercised\b/im

/** The heading under which the table writes the recap; `HEADING` matches any heading. */
const RECAP = /^ {0,3}#{1,6}[ \t]*recap\b/im
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/m

/** Writes the summary that is due. After the last summary a new scene can be opened, the session is over, or play resumes after a milestone. */
export function summarise({ state, text: textOf, run: { game } }: VerbCall): VerbOutcome {
  const [of, ...closing] = state.next.closing
  if (of === undefined) throw new Problem('refused', 'No summary is due. Choose another action.')
  const [text, recap] = [textOf('text'), textOf('recap')]
  if (COUNTED.test(text)) throw new Problem('refused', 'The table counts the exercised rules itself. Leave out that heading and the text below it.')
  if (RECAP.test(text)) throw new Problem('refused', 'The recap has a parameter of its own. Leave out that heading and the text below it.')
  if (HEADING.test(recap)) throw new Problem('refused', 'A recap is plain sentences. Leave out its headings.')
  const { resume, ...next } = state.next
  const used = of === 'scene' ? {} : { usable: usable(state, game) }
  const summary: Write = { kind: 'summary', of, text, recap, ...countsOf(next.exercised, of), ...used }
  const { scene: _closed, ...rest } = state
  const phase = closing.length > 0 ? 'close' : of === 'scene' ? 'open' : 'done'
  const after = resume
    ? { ...state, next: { ...next, ...resume, closing } }
    : withNext(of === 'scene' ? rest : state, { closing, phase, actor: DM, ...(of === 'scene' ? { turns: 0 } : {}) })
  return move(after, SUMMED[of](state), 'The summary is saved.', [summary])
}

/** The counts for a summary: those of the scene, or for a longer summary those of the session. */
function countsOf(
  { outcomes, ...counts }: Next['exercised'],
  of: Next['closing'][number]
): Pick<Extract<Write, { kind: 'summary' }>, 'exercised' | 'outcomes'> {
  const span = of === 'scene' ? 'scene' : 'session'
  return { exercised: counts[span], ...(outcomes ? { outcomes: outcomes[span] } : {}) }
}

const SUMMED: Record<Next['closing'][number], (state: GameState) => string> = {
  scene: ({ next }) => `Scene ${next.scene} is summarised`,
  session: ({ next }) => `Session ${next.session} is summarised`,
  campaign: () => 'The campaign so far is summarised'
}
