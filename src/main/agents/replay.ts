import type { Agent, Turn } from '../../shared/table/agents'
import type { ToolCall } from '../../shared/story/play'
import { Problem } from '../../shared/base/problem'
import type { Context, TurnRecord } from '../../shared/table/turns'
import { SKILLS } from './context/assemble'

/** Returns the recorded turn of a seat that made the beat with that number; undefined if there is none. */
export type Recording = (who: string, n: number) => Pick<TurnRecord, 'context' | 'began' | 'calls' | 'plan' | 'seat'> | undefined

/**
 * An agent that replays recorded turns without calling a model. Its prompt must equal the recorded one, and the recorded calls must be possible now.
 * Throws Problem `agent-failed` at the first beat for which that isn't true, naming the difference.
 */
export function replayAgent(recording: Recording): Agent {
  return {
    async act(turn) {
      const n = turn.view.beat + 1
      const who = turn.view.who
      const recorded = recording(who, n)
      if (!recorded)
        throw new Problem('agent-failed', `The recording has no turn of ${who} at beat ${n}. Choose another agent for the seat to play on.`, {
          n,
          who
        })
      const then = recorded.context
      const { profile } = recorded.seat
      if (then) compare(then, then.beat < n ? await turn.contextAt(then.beat - 1, profile) : turn.context(profile), n, recorded.began !== undefined)
      if (recorded.plan) turn.plan?.repeats(recorded.plan)
      for (const call of recorded.calls) if (!call.returned && !turn.signal.aborted && (await playAgain(turn, call, n))) return
    }
  }
}

async function playAgain(turn: Turn, { tool, as, input, problem, by }: ToolCall, n: number): Promise<boolean> {
  const answer = await turn.use({ tool, input, ...(as === undefined ? {} : { as }) })
  if (answer.ok === (problem === undefined)) return answer.over
  const then = problem === undefined ? 'was played' : `was refused (“${problem}”)`
  const now = answer.ok ? 'is possible now' : `is refused now: ${answer.text}`
  throw new Problem('agent-failed', `The recording and the story differ at beat ${n} (${by}): ${tool} ${then}, but ${now}`, { n, who: by, tool })
}

/** Throws Problem if the prompt changed, naming the first different piece. `continues`: the recorded one has only its conversation's new pieces. */
function compare(then: Context, now: Context, n: number, continues: boolean): void {
  if (then.digest === now.digest) return
  const known = new Set(then.pieces.map(({ id }) => id))
  const common = (context: Context): Context => ({ ...context, pieces: context.pieces.filter(({ id }) => known.has(id) && !id.endsWith(':since')) })
  const before = continues ? common(then) : then
  const after = continues ? common(now) : now
  const listed = withRecordedTools(before, after)
  if (listed && differs(before, listed) === undefined) return
  const where = firstDifference(before, listed ?? after)
  throw new Problem(
    'agent-failed',
    `The recording and the story differ at beat ${n} (${now.who}): ${where} differs from the recorded prompt. Rules, world or settings have changed since.`,
    { n, who: now.who, piece: where }
  )
}

/** The present prompt with the external tools that the recorded one lists, since a replay starts no server; undefined if it lists none. */
function withRecordedTools(then: Context, now: Context): Context | undefined {
  const before = then.pieces.find(({ id }) => id === SKILLS)
  const after = now.pieces.find(({ id }) => id === SKILLS)
  if (!before || !after || before.text === after.text) return undefined
  // The last line is the closing mark. A piece whose skills differ in any other way stays unchanged.
  const last = after.text.lastIndexOf('\n')
  if (!before.text.startsWith(after.text.slice(0, last + 1)) || !before.text.endsWith(after.text.slice(last))) return undefined
  return { ...now, pieces: now.pieces.map((piece) => (piece === after ? { ...piece, text: before.text } : piece)) }
}

/** The first piece or tool in which two prompts differ, in words. */
export const firstDifference = (then: Context, now: Context): string => differs(then, now) ?? 'the prompt'

function differs(then: Context, now: Context): string | undefined {
  const included = (context: Context): Context['pieces'] => context.pieces.filter((piece) => piece.kept)
  const [before, after] = [included(then), included(now)]
  for (let i = 0; i < Math.max(before.length, after.length); i++) {
    const [old, fresh] = [before[i], after[i]]
    if (old?.id === fresh?.id && old?.text === fresh?.text) continue
    const piece = fresh ?? old
    return `the prompt's part “${piece?.title ?? ''}” (${piece?.id ?? ''}, from ${piece?.source ?? ''})`
  }
  const shown = ({ name, description, input_schema }: Context['tools'][number]): string => JSON.stringify([name, description, input_schema])
  const tool = now.tools.find((one, i) => shown(one) !== (then.tools[i] && shown(then.tools[i]))) ?? then.tools[now.tools.length]
  return tool && `the tool ${tool.name}`
}
