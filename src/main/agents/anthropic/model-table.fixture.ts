import type { Agent, LiveNews } from '../../../shared/table/agents'
import type { LogEntry } from '../../../shared/story/play'
import type { JsonObject } from '../../../shared/base/json'
import type { GameState } from '../../../shared/story/state'
import type { Protocol } from '../../../shared/table/model-access'
import type { Exchange, Seat } from '../../../shared/table/turns'
import { tinyGame } from '../../engine/tiny-game.fixture'
import { tinyWorld } from '../../rules/tiny-world.fixture'
import { MemoryStory } from '../../story/memory-story'
import { beginningAt } from '../../story/story-at.fixture'
import { TableTurn } from '../../table/table-turn'
import { playAgentTurn } from '../play-turn'
import type { TurnHost, TurnResult } from '../turn-host'
import type { Timing } from './connection'
import { anthropicAgent, type AnthropicTable } from './index'
import type { ToolLayout } from './tools'
import type { Admit } from './send-request'
import { startFakeMessages, type FakeMessages, type FakeOptions, type FakeReply } from './fake-messages.fixture'
import type { WireRequest } from './wire.fixture'

export const KEY = 'sk-test-0123456789-secret'

/** A table for the tiny world with its story in memory; every seat is a model behind a fake provider. */
export interface ModelTable {
  fake: FakeMessages
  state(): GameState
  /** Plays one beat, as the table does. */
  step(stop?: AbortSignal): Promise<TurnResult | undefined>
  /** Plays as after a restart of the process. */
  restart(): void
  news: LiveNews[]
  exchanges: Exchange[]
  waits: number[]
  log: LogEntry[]
  /** The lookups that tools made. */
  looks: string[]
}

export interface TableOptions extends FakeOptions {
  seat?: Seat
  /** Plays the turns in which the model fails. */
  standIn?: Agent
  /** The tool layout; `live` if absent. */
  layout?: ToolLayout
  state?: GameState
  /** The story that is played instead of the tiny world's. Its lookups are real. */
  story?: MemoryStory
  /** More settings in table.yaml. */
  settings?: JsonObject
  /** The model's address; may depend on the fake's. */
  baseUrl?: string | ((fakeUrl: string) => string)
  /** Called with each live news. */
  onNews?: (news: LiveNews) => void
  admit?: Admit
  /** Called before a call is played; throwing prevents it. */
  beforePlay?: () => void
  givenKey?: string
  protocol?: Protocol
  /** Tools that nobody is offered, and why. */
  notOffered?: readonly string[]
  whyClosed?: (tool: string) => string | undefined
}

/** Milliseconds between two pings of an endless stream. */
const PING_MS = 15_000
/** Turns of the event loop after which everything sent by a server in this process has arrived. */
const ARRIVED = 40

/** A clock that advances only while something waits: a silent server lets the timers elapse. */
function fakeTiming(): Timing & { pass(ms: number): void; onSilence(): void } {
  let now = 0
  const due = new Map<() => void, number>()
  const pass = (ms: number): void => {
    now += ms
    for (const [elapsed, at] of due) {
      if (at > now) continue
      due.delete(elapsed)
      elapsed()
    }
  }
  return {
    clock: () => now,
    timer: (ms, elapsed) => {
      const own = (): void => elapsed()
      due.set(own, now + ms)
      return () => void due.delete(own)
    },
    pass,
    onSilence: () => {
      let turns = 0
      const wait = (): void => {
        if (++turns < ARRIVED) return void setImmediate(wait)
        if (due.size > 0) pass(Math.max(...due.values()) - now)
      }
      wait()
    }
  }
}

/** An endpoint and a setting that give an agent this layout. */
export const toolsBy = (layout: ToolLayout): Pick<AnthropicTable, 'takesToolChanges' | 'tools'> => ({
  takesToolChanges: () => layout === 'changes',
  tools: () => (layout === 'live' ? 'live' : 'stable')
})

export async function modelTable(script: (request: WireRequest, n: number) => FakeReply, options: TableOptions = {}): Promise<ModelTable> {
  const timing = fakeTiming()
  const onSilence = (): void => {
    options.onSilence?.()
    timing.onSilence()
  }
  const fake = await startFakeMessages(script, { key: KEY, onRepeat: () => timing.pass(PING_MS), ...options, onSilence })
  const story =
    options.story ??
    new MemoryStory(beginningAt(options.state ?? tinyWorld(), tinyGame(), { k: 20, tiers: { hot: 4000, cold: 0 }, ...options.settings }))
  const seat: Seat = options.seat ?? { agent: 'anthropic', model: 'claude-sonnet-5-5', effort: 'low' }
  const table: Pick<ModelTable, 'news' | 'exchanges' | 'waits' | 'log' | 'looks'> = { news: [], exchanges: [], waits: [], log: [], looks: [] }
  const { baseUrl = fake.url } = options
  const newAgent = () =>
    anthropicAgent({
      ...(options.admit ? { admit: options.admit } : {}),
      access: async () => ({
        key: options.givenKey ?? KEY,
        baseUrl: typeof baseUrl === 'string' ? baseUrl : baseUrl(fake.url),
        protocol: options.protocol ?? 'messages'
      }),
      model: () => 'claude-sonnet-5-5',
      ...toolsBy(options.layout ?? 'live'),
      ...timing,
      sleep: async (ms) => {
        table.waits.push(ms)
        timing.pass(ms)
      }
    })
  let agent = newAgent()
  const step = async (stop: AbortSignal): Promise<TurnResult | undefined> => {
    const turn = new TableTurn(story, () => undefined)
    const played = await playAgentTurn(sideOf(turn), async (who) => turn.begin(who, { seat, agent, standIn: options.standIn }), stop)
    if (played) turn.end(played)
    return played
  }
  const sideOf = (turn: TableTurn, host = turn.host()): TurnHost => ({
    ...host,
    offers: (who, only) => host.offers(who, only).filter(({ name }) => !options.notOffered?.includes(name)),
    whyClosed: (_who, tool) => options.whyClosed?.(tool),
    look: (who, use) => {
      table.looks.push(use.tool)
      return options.story ? host.look(who, use) : 'Nothing is written down about it.'
    },
    play: async (call) => {
      options.beforePlay?.()
      const played = await host.play(call)
      for (const write of turn.saved?.outcome.writes ?? []) if (write.kind === 'log') table.log.push(write.entry)
      return played
    },
    onExchange: (exchange) => void table.exchanges.push(exchange),
    report: (news) => {
      table.news.push(structuredClone(news))
      options.onNews?.(news)
    },
    clock: () => 0
  })
  return {
    ...table,
    fake,
    state: () => story.snapshot.state,
    step: (stop = new AbortController().signal) => step(stop),
    restart: () => void (agent = newAgent())
  }
}

export const use = (tool: string, input: unknown = {}): { tool: string; input: unknown } => ({ tool, input })

/** The content of a request's last message, as JSON. */
export const lastMessage = (request: WireRequest | undefined): string => JSON.stringify(request?.messages.at(-1)?.content)

/** A table whose models give these replies in order; the last one repeats. */
export const tableAnswering = (replies: readonly FakeReply[], options: TableOptions = {}): Promise<ModelTable> =>
  modelTable((_request, n) => replies[Math.min(n, replies.length) - 1] as FakeReply, options)
