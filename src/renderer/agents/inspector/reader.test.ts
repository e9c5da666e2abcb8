import { expect, it } from 'vitest'
import type { TurnPage } from '../../../shared/table/turns'
import { TurnReader, type KnownTurns } from './turn-lines'
import { turnLine } from './turns.fixture'

/** A table of numbered turns that serves pages like the core, and a reader of it. */
function table(count: number) {
  const all = Array.from({ length: count }, (_, i) => turnLine(i))
  const asked: string[] = []
  const shown: KnownTurns[] = []
  let broken = false
  const ask = async (limit: number, before?: string): Promise<TurnPage> => {
    asked.push(`${limit} ${before ?? ''}`.trim())
    await Promise.resolve()
    if (broken) throw new Error('Couldn’t write to disk.')
    const newest = all.toReversed()
    const rest = before === undefined ? newest : newest.slice(newest.findIndex(({ id }) => id === before) + 1)
    return { lines: rest.slice(0, limit), more: rest.length > limit }
  }
  const reader = new TurnReader(
    ask,
    (turns) => shown.push(turns),
    (error) => (error as Error).message
  )
  const play = (n: number): void => {
    for (let i = 0; i < n; i++) all.push(turnLine(all.length))
  }
  const last = (): KnownTurns | undefined => shown.at(-1)
  const inOrder = (): boolean => (last()?.lines ?? []).every(({ n }, i) => n === i)
  return { reader, asked, shown, play, last, inOrder, breakOff: (now: boolean) => void (broken = now) }
}

it('reads five thousand turns page by page, oldest first, and shows them meanwhile', async () => {
  const { reader, shown, last, inOrder } = table(5000)
  await reader.readAll()
  expect([shown.map(({ lines, waiting }) => [lines.length, waiting]), inOrder()]).toEqual([
    [
      [1000, true],
      [2000, true],
      [3000, true],
      [4000, true],
      [5000, false]
    ],
    true
  ])
  expect(last()?.problem).toBeUndefined()
})

it('fetches new turns with one small page, and everything again after a larger gap', async () => {
  const { reader, asked, play, last, inOrder } = table(100)
  await reader.readAll()
  play(3)
  await reader.refresh()
  expect([asked.slice(1), last()?.lines.length]).toEqual([['60'], 103])
  play(200)
  await reader.refresh()
  expect([asked.slice(2), last()?.lines.length, inOrder()]).toEqual([['60', '1000'], 303, true])
})

it('reads again when turns end during a read', async () => {
  const { reader, play, last } = table(10)
  const reading = reader.readAll()
  play(1)
  await Promise.all([reader.refresh(), reading])
  expect(last()?.lines.length).toBe(11)
})

it('a failure shows its message and keeps the known turns until the next read', async () => {
  const { reader, last, breakOff } = table(10)
  await reader.readAll()
  breakOff(true)
  await reader.refresh()
  expect([last()?.problem, last()?.lines.length]).toEqual(['Couldn’t write to disk.', 10])
  breakOff(false)
  await reader.readAll()
  expect(last()).toMatchObject({ waiting: false })
  expect(last()?.problem).toBeUndefined()
})

it('a stopped reader shows nothing', async () => {
  const { reader, shown } = table(10)
  const reading = reader.readAll()
  reader.stop()
  await reading
  expect(shown).toEqual([])
})
