import type { LiveNews } from '../../../shared/agents'
import { Lore } from '../../../shared/lore'
import type { LogEntry } from '../../../shared/play'
import type { GameState } from '../../../shared/state'
import type { Exchange, Seat } from '../../../shared/turns'
import { deciderOf } from '../../engine/people'
import { play } from '../../engine/play'
import { project, type Pages, type PrivateLine } from '../../engine/project'
import { tinyGame } from '../../engine/tiny-game'
import { offered } from '../../engine/verbs'
import { tinyWorld } from '../../rules/tiny-world'
import { assemble } from '../context/assemble'
import { quietSide } from '../quiet.fixture'
import { playAgentTurn, type TurnResult } from '../agent-turn'
import { anthropicAgent } from './index'
import { startFakeMessages, type FakeMessages, type FakeOptions, type FakeReply } from './fake-messages.fixture'
import type { WireRequest } from './wire.fixture'

export const KEY = 'sk-test-0123456789-secret'

/** A table of the tiny world, played by the engine in memory, every seat a model behind a fake of the provider. */
export interface ModelTable {
  fake: FakeMessages
  state(): GameState
  /** Plays one beat, as the table does. */
  step(stop?: AbortSignal): Promise<TurnResult | undefined>
  /** Plays as if the process had been started anew. */
  restart(): void
  news: LiveNews[]
  exchanges: Exchange[]
  waits: number[]
  log: LogEntry[]
  /** What the tools only looked at. */
  looks: string[]
}

export interface TableOptions extends FakeOptions {
  seat?: Seat
  state?: GameState
  baseUrl?: string
  patience?: number
  /** Called whenever news are told. */
  told?: (news: LiveNews) => void
  mayAsk?: () => void
  /** Called before a call is played; what it throws stands in the way. */
  beforePlay?: () => void
  givenKey?: string
}

export async function modelTable(script: (request: WireRequest, n: number) => FakeReply, options: TableOptions = {}): Promise<ModelTable> {
  const fake = await startFakeMessages(script, { key: KEY, ...options })
  const game = tinyGame()
  const lore = Lore.parse({ title: 'Tiny', premise: 'Small.', places: {}, journeys: {}, actors: {}, story: [], topics: [] })
  const seat: Seat = options.seat ?? { agent: 'anthropic', model: 'claude-sonnet-5-5', effort: 'low' }
  const table: Pick<ModelTable, 'news' | 'exchanges' | 'waits' | 'log' | 'looks'> = { news: [], exchanges: [], waits: [], log: [], looks: [] }
  let state = options.state ?? tinyWorld()
  let talk: Record<string, PrivateLine[]> = {}
  let beats = 0
  const pages = (): Pages => ({ log: table.log, private: talk, summaries: { scenes: [] } })
  const view = (who: string) => project(state, lore, pages(), who, game)
  const newAgent = () =>
    anthropicAgent({
      access: async () => ({ key: options.givenKey ?? KEY, baseUrl: options.baseUrl ?? fake.url }),
      model: () => 'claude-sonnet-5-5',
      clock: () => 0,
      sleep: async (ms) => void table.waits.push(ms),
      patience: options.patience ?? 20_000
    })
  let agent = newAgent()
  const side = quietSide({
    decider: () => deciderOf(state),
    view,
    offers: (who) => offered(state, game, who),
    context: (who) => assemble(view(who), offered(state, game, who), { tiers: { frame: 4000, hot: 4000, warm: 2000, cold: 0 }, k: 20 }),
    look: (_who, use) => {
      table.looks.push(use.tool)
      return 'Nothing is written down about it.'
    },
    play: async (call) => {
      options.beforePlay?.()
      const outcome = play(state, call, game)
      state = outcome.state
      for (const write of outcome.writes) {
        if (write.kind === 'log') table.log.push(write.entry)
        if (write.kind === 'private')
          talk = { ...talk, [write.player]: [...(talk[write.player] ?? []), { beat: state.next.beat, by: write.by, text: write.text }] }
      }
      const id = `beat-${++beats}`
      return {
        beat: { id, n: state.next.beat, time: 0, subject: outcome.subject, kind: 'play', action: call.action, actor: call.actor, rolls: [] },
        answer: outcome.answer
      }
    },
    checkBudget: () => options.mayAsk?.(),
    onExchange: (exchange) => void table.exchanges.push(exchange),
    report: (news) => {
      table.news.push(structuredClone(news))
      options.told?.(news)
    }
  })
  let turns = 0
  return {
    ...table,
    fake,
    state: () => state,
    step: (stop = new AbortController().signal) => playAgentTurn(side, async () => ({ id: `turn-${++turns}`, seat, agent }), stop),
    restart: () => void (agent = newAgent())
  }
}

export const use = (tool: string, input: unknown = {}): { tool: string; input: unknown } => ({ tool, input })

/** What the last message of a request tells. */
export const told = (request: WireRequest | undefined): string => JSON.stringify(request?.messages.at(-1)?.content)

/** A table whose models answer one reply after the other, the last one again and again. */
export const tableAnswering = (replies: readonly FakeReply[], options: TableOptions = {}): Promise<ModelTable> =>
  modelTable((_request, n) => replies[Math.min(n, replies.length) - 1] as FakeReply, options)
