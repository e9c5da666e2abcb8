import type { MessageCreateParamsStreaming } from '@anthropic-ai/sdk/resources/messages'
import type { LiveNews } from '../../../shared/agents'
import { Problem } from '../../../shared/problem'
import type { Retry, Usage } from '../../../shared/turns'
import { added, NOTHING_USED } from '../../../shared/usage'
import { hostOf } from './address'
import { clientFor, type Access } from './client'
import { AT_PROVIDER, BrokenOff, failureOf, LATER, type Failure } from './failures'
import { priced } from './models'
import { Reply } from './reply'

/** What asking needs of the outside world. */
export interface Asking {
  /** The key and the address of this machine. Throws Problem `agent-failed` when there is none, or it may not be used here. */
  access(): Promise<Access>
  /** Milliseconds; never enters the story. */
  clock(): number
  /** Waits, or returns at once when told to stop. */
  sleep(ms: number, signal: AbortSignal): Promise<void>
  /** Milliseconds without a word after which an answer counts as broken off. */
  patience: number
}

/** How a question went: with an answer, or with the problem that people are told, or with neither when it was stopped. */
export interface Answer {
  reply?: Reply
  failure?: Failure
  /** Of all tries together: what was begun is paid for. */
  usage: Usage
  ms: number
  retries: Retry[]
}

/** The longest that the provider may ask to wait, and that we wait by ourselves, in ms. */
const LONGEST = { asked: 180_000, own: 30_000 }

/**
 * Asks once, and again for as long as the failure is one that time mends; every wait is told before it begins. A try that broke
 * off in the middle counts for nothing but its cost: whoever shows a draft drops it at the news of the retry. Never throws but for `access`.
 */
export async function ask(
  asking: Asking,
  request: MessageCreateParamsStreaming,
  tell: (news: LiveNews) => void,
  signal: AbortSignal
): Promise<Answer> {
  const access = await asking.access()
  const asked = { host: hostOf(access.baseUrl), model: request.model, key: access.key }
  const started = asking.clock()
  const retries: Retry[] = []
  let spent: Usage | undefined
  const answer = (outcome: Pick<Answer, 'reply' | 'failure'>): Answer => ({
    ...outcome,
    usage: spent ?? NOTHING_USED,
    ms: Math.round(asking.clock() - started),
    retries
  })
  for (;;) {
    const reply = new Reply()
    const thrown = await stream(asking, access, request, reply, tell, signal)
    const used = priced(request.model, reply.tokens)
    spent = spent ? added(spent, used) : used
    if (signal.aborted) return answer({})
    if (thrown === undefined) return answer({ reply })
    const failure = failureOf(thrown, asked)
    const ms = failure.after ?? Math.min(LONGEST.own, 1000 * 2 ** retries.length)
    if (retries.length >= failure.again || ms > LONGEST.asked) return answer({ failure })
    const retry: Retry = { words: `${failure.words}. Trying again in ${seconds(ms)}.`, ms }
    retries.push(retry)
    tell({ at: 'retry', retry })
    await asking.sleep(ms, signal)
    if (signal.aborted) return answer({})
  }
}

/** The sentence that people are told, and that pauses the table; `data.mend` says where the settings help. */
export function problemOf(failure: Failure, tries: number): Problem {
  const data = failure.advice === LATER || failure.advice === AT_PROVIDER ? {} : { mend: 'settings' }
  return new Problem('agent-failed', `${failure.words}${tries > 1 ? `, ${tries} times` : ''}. ${failure.advice}`, data)
}

/** One try: reads the stream into `reply`. Answers what was thrown, undefined when the answer is whole. */
async function stream(
  asking: Asking,
  access: Access,
  request: MessageCreateParamsStreaming,
  reply: Reply,
  tell: (news: LiveNews) => void,
  signal: AbortSignal
): Promise<unknown> {
  const hangUp = new AbortController()
  const stopped = (): void => hangUp.abort()
  signal.addEventListener('abort', stopped)
  let timer = setTimeout(stopped, asking.patience)
  try {
    const events = await clientFor(access).messages.create(request, { signal: hangUp.signal })
    for await (const event of events) {
      clearTimeout(timer)
      timer = setTimeout(stopped, asking.patience)
      const news = reply.add(event)
      if (news) tell(news)
    }
    return reply.stop === '' ? new BrokenOff(hangUp.signal.aborted) : undefined
  } catch (thrown) {
    if (thrown instanceof Problem) throw thrown
    if (hangUp.signal.aborted) return new BrokenOff(true)
    return begun(reply) && isNetwork(thrown) ? new BrokenOff(false) : thrown
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', stopped)
  }
}

const begun = (reply: Reply): boolean => reply.tokens.input + reply.tokens.output > 0
/** Errors that the provider named have a type; those of a torn connection have none. */
const isNetwork = (thrown: unknown): boolean => !(thrown instanceof Error && 'type' in thrown && thrown.type !== null)

const seconds = (ms: number): string => (ms < 950 ? 'a moment' : `${Math.round(ms / 1000)} s`)
