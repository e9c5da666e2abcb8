import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Live } from '../../shared/table/turns'
import { LiveFeed } from './table-turn'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** The news that windows receive of one turn. */
function listening(): { heard: Live[]; live: LiveFeed } {
  const heard: Live[] = []
  return { heard, live: new LiveFeed('t', 'Wren', (news) => heard.push(news)) }
}

describe('news of a turn', () => {
  it('growing texts are collected and reported at most twenty times a second', () => {
    const { heard, live } = listening()
    for (let ms = 0; ms < 1000; ms++) {
      live.tell({ at: 'text', text: 'a' })
      vi.advanceTimersByTime(1)
    }
    vi.advanceTimersByTime(50)
    expect(heard.length).toBeLessThanOrEqual(20)
    expect(heard.flatMap((news) => (news.at === 'text' ? [news.text] : [])).join('')).toBe('a'.repeat(1000))
  })

  it('other news is reported at once, after everything that waited', () => {
    const { heard, live } = listening()
    const draft = { at: 'draft', tool: 'speak', input: {} } as const
    live.tell({ at: 'thought', text: 'so ' })
    live.tell({ at: 'thought', text: 'be it' })
    live.tell({ at: 'text', text: 'Hm.' })
    live.tell({ ...draft, input: { text: 'I' } })
    live.tell({ ...draft, input: { text: 'I go' } })
    expect(heard).toEqual([])
    live.tell({ at: 'exchange', usage: { input: 1, output: 1, cacheRead: 0, cacheWrite: 0 }, stop: 'tool_use' })
    expect(heard.map(({ turn, who, ...news }) => [turn, who, news.at])).toEqual(
      ['thought', 'text', 'draft', 'exchange'].map((at) => ['t', 'Wren', at])
    )
    expect(heard[0]).toMatchObject({ text: 'so be it' })
    expect(heard[2]).toMatchObject({ input: { text: 'I go' } })
    vi.advanceTimersByTime(1000)
    expect(heard).toHaveLength(4)
  })
})
