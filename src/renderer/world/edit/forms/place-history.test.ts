import { expect, it } from 'vitest'
import type { PlacePage } from '../../../../shared/contract/story-calls'
import { beat } from '../../../store/tiny.fixture'
import { PlaceHistoryReader, withPage, noPlaceBeats, type PlaceBeats } from './place-history'

const beats = (...numbers: number[]) => numbers.map((n) => beat(`b${n}`, n))
const page = (numbers: number[], before?: string): PlacePage => ({
  beats: beats(...numbers),
  examined: 10,
  ...(before === undefined ? {} : { before })
})
const numbers = ({ beats }: PlaceBeats) => beats.map(({ n }) => n)

it('adds beats of a later commit and removes those after an earlier one', () => {
  const known = withPage(noPlaceBeats, page([9, 7, 4], 'c'))
  expect(numbers(withPage(known, page([12, 11, 9], 'd')))).toEqual([12, 11, 9, 7, 4])
  expect(withPage(known, page([12, 11, 9], 'd')).before).toBe('c')
  expect(numbers(withPage(known, page([7], 'd')))).toEqual([7, 4])
  expect(numbers(withPage(known, page([30, 29], 'd')))).toEqual([30, 29])
  expect(withPage(known, page([], 'd'))).toMatchObject({ beats: [], before: 'd' })
})

/** A story in which every tenth beat happened here, searched a hundred beats at a time. */
function story() {
  const shown: PlaceBeats[] = []
  let answer: ((at: number) => void) | undefined
  const held: Promise<number>[] = []
  const reader = new PlaceHistoryReader(
    async (from) => {
      if (held.length > 0) await held.shift()
      const at = 'at' in from ? Number(from.at) : Number(from.before) - 1
      if (at > 5000) throw new Error('no such commit')
      const last = Math.max(0, at - 99)
      const numbers = Array.from({ length: at - last + 1 }, (_, i) => at - i).filter((n) => n % 10 === 0)
      return { beats: beats(...numbers), examined: at - last + 1, ...(last === 0 ? {} : { before: String(last) }) }
    },
    (known) => shown.push(known),
    (error) => String(error)
  )
  return { reader, shown, hold: () => held.push(new Promise((done) => (answer = done))), release: () => answer?.(0) }
}

it('reads pages until the view is full, and more on request', async () => {
  const { reader, shown } = story()
  await reader.follow('1005')
  expect(shown.at(-1)).toMatchObject({ waiting: false, looked: 500, before: '506' })
  expect(shown.at(-1)?.beats).toHaveLength(50)
  await reader.more()
  expect(shown.at(-1)).toMatchObject({ looked: 1000, before: '6' })
  await reader.more()
  expect(shown.at(-1)?.beats).toHaveLength(101)
  expect(shown.at(-1)?.before).toBeUndefined()
  const before = shown.length
  await reader.more()
  expect(shown).toHaveLength(before)
})

it('drops outdated answers, and shows nothing after it is stopped', async () => {
  const { reader, shown, hold, release } = story()
  hold()
  const late = reader.follow('1000')
  await reader.follow('40')
  release()
  await late
  expect(shown.at(-1)).toMatchObject({ waiting: false })
  expect(numbers(shown.at(-1) ?? noPlaceBeats)).toEqual([40, 30, 20, 10, 0])
  hold()
  const last = reader.follow('50')
  reader.stop()
  const before = shown.length
  release()
  await last
  expect(shown).toHaveLength(before)
})

it('reports a failure and keeps the known beats', async () => {
  const { reader, shown } = story()
  await reader.follow('40')
  await reader.follow('9999')
  expect(shown.at(-1)).toMatchObject({ waiting: false, problem: 'Error: no such commit' })
  expect(shown.at(-1)?.beats).toHaveLength(5)
  await reader.follow('20')
  expect(shown.at(-1)?.problem).toBeUndefined()
})
