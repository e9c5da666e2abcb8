import { isObject, type JsonObject, own } from '../../shared/base/json'
import { sceneFolder } from '../../shared/story/layout'
import { slug } from '../../shared/story/names'
import { Problem } from '../../shared/base/problem'
import type { Game } from '../../shared/story/game'
import type { Params } from '../../shared/story/play'
import type { GameState, Next } from '../../shared/story/state'
import { afterFight } from './durations'
import { DM } from './people'
import type { Move, Write } from './outcome'
import { usable } from './uses'

const str = (params: Params, name: string): string => String(own(params, name) ?? '')
const withNext = (state: GameState, next: Partial<Next>): GameState => ({ ...state, next: { ...state.next, ...next } })

/** Begins a session. */
export function openSession(state: GameState, params: Params): Move {
  const session = state.next.session + 1
  const title = str(params, 'title')
  return {
    state: withNext(state, { ended: undefined, session, scene: 0, phase: 'open', actor: DM, exercised: { scene: {}, session: {} } }),
    writes: [{ kind: 'session', title }],
    subject: `Session ${session} begins: ${title}`,
    answer: `Session ${session} is open.`
  }
}

/** Opens a scene where the party is. The scene's log begins with it. */
export function openScene(state: GameState, params: Params, beat: number, entry: (text: string) => Write): Move {
  const number = state.next.scene + 1
  const title = str(params, 'title')
  const place = str(params, 'place')
  const present = Object.fromEntries(((params['present'] as string[] | undefined) ?? []).map((id) => [id, true as const]))
  const path = sceneFolder(state.next.session, number)
  const scene = {
    path,
    title,
    place,
    present,
    aim: str(params, 'aim'),
    opened: beat,
    ...(params['story'] === undefined ? {} : { story: str(params, 'story') })
  }
  return {
    state: {
      ...withNext(state, {
        scene: number,
        phase: 'dm',
        actor: DM,
        spent: {},
        turns: 0,
        waiting: [],
        exercised: inNewScene(state.next.exercised)
      }),
      scene
    },
    writes: [entry(`${title}. ${own(state.places, place)?.name ?? place}.`)],
    subject: `Scene ${number}: ${title}, at ${own(state.places, place)?.name ?? place}`,
    answer: `The scene is open: ${title}. Narrate where they are, then call on them.`
  }
}

/** The counts at the beginning of a scene: empty for the scene, unchanged for the session. */
const inNewScene = ({ session, outcomes }: Next['exercised']): Next['exercised'] => ({
  scene: {},
  session,
  ...(outcomes ? { outcomes: { scene: {}, session: outcomes.session } } : {})
})

/** The state with summaries due. A running fight ends here. */
function closed(state: GameState, closing: Next['closing']): GameState {
  const { combat, ...rest } = state
  const withoutFight = combat ? afterFight(rest) : state
  return withNext(withoutFight, { phase: 'close', actor: DM, closing, waiting: [], spent: {}, mode: 'story', round: 0, initiative: [] })
}

/** Closes the scene. Its summary is due next. */
export function endScene(state: GameState, params: Params, entry: (text: string) => Write): Move {
  const outcome = str(params, 'outcome')
  return {
    state: closed(state, ['scene']),
    writes: [entry(outcome)],
    subject: outcome,
    answer: 'The scene is closed.'
  }
}

/** Closes the session, and the scene if one is open. The summaries of scene, session and campaign are due next. */
export function endSession(state: GameState, entry: (text: string) => Write): Move {
  const closing: Next['closing'] = state.scene ? ['scene', 'session', 'campaign'] : ['session', 'campaign']
  return {
    state: closed(state, closing),
    writes: state.scene ? [entry('The session ends.')] : [],
    subject: `Session ${state.next.session} ends`,
    answer: 'The session is closed.'
  }
}

/** Closes the campaign with its scene and session: like `endSession`, but agents play nothing more afterwards. SPEC.md S5. */
export function endCampaign(state: GameState, params: Params, entry: (text: string) => Write): Move {
  const ended = closed(state, ['scene', 'session', 'campaign'])
  return {
    state: withNext(ended, { ended: true }),
    writes: [entry(str(params, 'epilogue'))],
    subject: 'The campaign ends',
    answer: 'The campaign is closed.'
  }
}

/** Opens a thread of the story. SPEC.md S6. */
export function openThread(state: GameState, params: Params): Move {
  const name = slug(str(params, 'thread'))
  let id = name
  for (let n = 2; own(state.threads, id) !== undefined; n++) id = `${name}-${n}`
  const payoff: JsonObject = params['payoff'] === undefined ? {} : { intended_payoff: str(params, 'payoff') }
  const thread = { text: str(params, 'text'), open: true, ...payoff }
  return {
    state: { ...state, threads: { ...state.threads, [id]: thread } },
    writes: [],
    subject: `A thread opens: ${thread.text}`,
    answer: 'The thread is open.'
  }
}

/** Closes a thread of the story and stores its outcome. SPEC.md S6. */
export function closeThread(state: GameState, params: Params, entry: (text: string) => Write): Move {
  const id = str(params, 'thread')
  const outcome = str(params, 'outcome')
  const thread = own(state.threads, id)
  const closedThread = { ...(isObject(thread) ? thread : { text: id }), open: false, outcome }
  return {
    state: { ...state, threads: { ...state.threads, [id]: closedThread } },
    writes: [entry(outcome)],
    subject: outcome,
    answer: 'The thread is closed.'
  }
}

/** The usual form of a fact's name: words joined by dashes, underscores or colons. Any other name is converted to it. */
const FACT = /^[\p{L}\p{N}]+(?:[-_:][\p{L}\p{N}]+)*$/u

/** Records a fact, in games without an action that does. SPEC.md S7. */
export function establish(state: GameState, params: Params, entry: (text: string) => Write): Move {
  const [name, words] = [str(params, 'fact'), str(params, 'text')]
  const fact = FACT.test(name) && name.length <= 60 ? name : slug(name)
  return {
    state: { ...state, facts: { ...state.facts, [fact]: true } },
    writes: [entry(words)],
    subject: words,
    answer: `The fact "${fact}" is recorded.`
  }
}

/** Makes the campaign's summary due now. After the summary, the table continues where it was. SPEC.md S4. */
export function milestone(state: GameState): Move {
  const { phase, actor, answering, session } = state.next
  if (session === 0) throw new Problem('refused', 'Nothing has been played yet. Play some beats before you mark a milestone.')
  if (phase === 'close') throw new Problem('refused', 'A summary is already due. Let the DM write it before you mark a milestone.')
  const resume = { phase, actor, ...(answering === undefined ? {} : { answering }) }
  const { answering: _waits, ...next } = state.next
  return {
    state: { ...state, next: { ...next, phase: 'close', actor: DM, closing: ['campaign'], resume } },
    writes: [],
    subject: 'A milestone is marked',
    answer: 'The DM summarises the campaign next.'
  }
}

/** The heading under which the table writes its counts. */
const COUNTED = /^ {0,3}#{1,6}[ \t]*rules exercised\b/im

/** The heading under which the table writes the recap; `HEADING` matches any heading. */
const RECAP = /^ {0,3}#{1,6}[ \t]*recap\b/im
const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/m

/** Writes the summary that is due. After the last summary a new scene can be opened, the session is over, or play resumes after a milestone. */
export function summarise(state: GameState, params: Params, game: Game): Move {
  const [of, ...closing] = state.next.closing
  if (of === undefined) throw new Problem('refused', 'No summary is due. Choose another action.')
  const [text, recap] = [str(params, 'text'), str(params, 'recap')]
  if (COUNTED.test(text)) throw new Problem('refused', 'The table counts the exercised rules itself. Leave out that heading and the text below it.')
  if (RECAP.test(text)) throw new Problem('refused', 'The recap has a parameter of its own. Leave out that heading and the text below it.')
  if (HEADING.test(recap)) throw new Problem('refused', 'A recap is plain sentences. Leave out its headings.')
  const { resume, ...next } = state.next
  if (resume) {
    const summary: Write = { kind: 'summary', of, text, recap, ...countsOf(next.exercised, of), ...usableIn(state, game, of) }
    return { state: { ...state, next: { ...next, ...resume, closing } }, writes: [summary], subject: SUMMED[of](state), answer: KEPT }
  }
  const { scene: _closed, ...rest } = state
  const isDone = closing.length === 0
  const phase = !isDone ? 'close' : of === 'scene' ? 'open' : 'done'
  return {
    state: withNext(of === 'scene' ? rest : state, { closing, phase, actor: DM, ...(of === 'scene' ? { turns: 0 } : {}) }),
    writes: [{ kind: 'summary', of, text, recap, ...countsOf(next.exercised, of), ...usableIn(state, game, of) }],
    subject: SUMMED[of](state),
    answer: KEPT
  }
}

/** The counts for a summary: those of the scene, or for a longer summary those of the session. */
function countsOf(
  { outcomes, ...counts }: Next['exercised'],
  of: Next['closing'][number]
): Pick<Extract<Write, { kind: 'summary' }>, 'exercised' | 'outcomes'> {
  const span = of === 'scene' ? 'scene' : 'session'
  return { exercised: counts[span], ...(outcomes ? { outcomes: outcomes[span] } : {}) }
}

const usableIn = (state: GameState, game: Game, of: Next['closing'][number]): { usable?: string[] } =>
  of === 'scene' ? {} : { usable: usable(state, game) }

const KEPT = 'The summary is saved.'
const SUMMED: Record<Next['closing'][number], (state: GameState) => string> = {
  scene: ({ next }) => `Scene ${next.scene} is summarised`,
  session: ({ next }) => `Session ${next.session} is summarised`,
  campaign: () => 'The campaign so far is summarised'
}
