import { expect, it } from 'vitest'
import { percent, wantsOf } from './words'

it('sums up the aims of the options, the largest first', () => {
  const options = [
    { words: 'travel: Ropewalk', weight: 1, want: 'to go on' },
    { words: 'search: the trough', weight: 2, want: 'to search' },
    { words: 'travel: Taproom', weight: 1.5, want: 'to go on' },
    { words: 'rest', weight: 0, want: 'to rest' }
  ]
  const choice = { kind: 'choice', by: 'weight', what: 'What to do', options, total: 5, chosen: 1, others: 0 } as const
  expect(wantsOf(choice)).toEqual([
    { want: 'to go on', share: 0.5 },
    { want: 'to search', share: 0.4 }
  ])
  expect(wantsOf({ ...choice, options: [{ words: 'weather', weight: 1 }] })).toEqual([])
})

it('rounds shares to whole percent, but never to 0 % or 100 %', () => {
  expect([percent(0), percent(0.004), percent(0.125), percent(0.996), percent(1)]).toEqual(['0 %', '< 1 %', '13 %', '> 99 %', '100 %'])
})
