import { expect, it } from 'vitest'
import { sizeOf } from '../../../../lint/tiers.mjs'
import { fakeTable } from './fake-table.fixture'
import type { FakeReply, Part } from './fake-messages.fixture'
import { KEY, modelTable } from './model-table.fixture'
import type { WireRequest } from './wire.fixture'

/** Seeds of sequences that once failed; the test always plays them. */
const ALWAYS: readonly number[] = []
const SEEDS = [...ALWAYS, ...Array.from({ length: sizeOf(import.meta.filename, 'seeds') }, (_, i) => i + 1)]
const STEPS = 40

/** A stream of numbers in [0, 1) from a seed. */
function numbers(seed: number): () => number {
  let at = seed * 2_654_435_761
  return () => {
    at = (Math.imul(at ^ (at >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    return ((at ^ (at >>> 13)) >>> 0) / 2 ** 32
  }
}

/** A model that plays half of the time and sends arbitrary replies otherwise. */
function anything(seed: number): (request: WireRequest, n: number) => FakeReply {
  const random = numbers(seed)
  const one = <T>(choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T
  const sane = fakeTable({ scenes: 99, rounds: 2 })
  const part = ({ tools = [] }: WireRequest): Part =>
    one<() => Part>([
      () => ({ text: one(['', ' ', 'Well.', 'I attack!\n']) }),
      () => ({ thought: one(['', 'Hm.']) }),
      () => ({ redacted: 'c2VjcmV0' }),
      () => ({ tool: one(tools)?.name ?? 'fly', input: one<unknown>([{}, { text: 'So.' }, { who: ['all'] }, { text: 1 }, { as: 'Ghoul' }]) }),
      () => ({ tool: one(tools)?.name ?? 'fly', json: one(['', '{', 'null', '[]', '{"text":"Half', '{"text":"So."}']) }),
      () => ({ tool: 'no such tool', input: {} })
    ])()
  return (request, n) => {
    if (random() < 0.5) return sane(request, n)
    const parts = Array.from({ length: Math.floor(random() * 4) }, () => part(request))
    return one<() => FakeReply>([
      () => ({ parts }),
      () => ({ parts, stop: one(['end_turn', 'tool_use', 'max_tokens', 'refusal', 'pause_turn', 'model_context_window_exceeded', 'something_new']) }),
      () => ({ parts, after: Math.floor(random() * 6), ending: one<'cut' | 'end'>(['cut', 'end']) }),
      () => ({ parts, after: 1, ending: { type: 'overloaded_error', message: 'Overloaded' } }),
      () => ({ status: one([429, 500, 529]), type: 'overloaded_error', headers: { 'retry-after': '1' } }),
      () => ({ status: one([400, 401, 404]), type: 'invalid_request_error', message: `Not with ${KEY}.` })
    ])()
  }
}

it.each(SEEDS)('whatever a model answers (seed %i), the game goes on, requests stay well-formed and nothing is half-played', async (seed) => {
  const random = numbers(seed + 1000)
  const table = await modelTable(anything(seed), { onNews: () => undefined })
  let beats = 0
  for (let i = 0; i < STEPS && table.state().next.phase !== 'done'; i++) {
    if (random() < 0.1) table.restart()
    const before = table.state().next.beat
    const played = await table.step()
    expect(['agent-failed', undefined]).toContain(played?.problem?.code)
    beats += played?.beat ? 1 : 0
    expect(table.state().next.beat).toBe(before + (played?.beat ? 1 : 0))
    expect(played?.beat === undefined).toBe(played?.problem !== undefined)
    expect(JSON.stringify([played?.problem?.message, played?.exchanges])).not.toContain(KEY)
  }
  await table.fake.close()
  expect(table.fake.wrong).toEqual([])
  expect(beats).toBeGreaterThan(10)
})
