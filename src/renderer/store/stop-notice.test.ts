import { expect, it } from 'vitest'
import { withoutStop } from './stop-notice'

it('dismisses the notice about a stopped table when it plays on, and no other notice', () => {
  const [stop, other, news] = [
    { kind: 'problem', text: 'No server answers.' },
    { kind: 'problem', text: 'The disk is full.' },
    { kind: 'news', text: 'Saved.' }
  ]
  const all = [stop, other, news]
  const stopped = { stopped: 'No server answers.' }
  expect(withoutStop(all, stopped, {})).toEqual([other, news])
  expect(withoutStop(all, stopped, stopped)).toBe(all)
  expect(withoutStop(all, {}, {})).toBe(all)
})
