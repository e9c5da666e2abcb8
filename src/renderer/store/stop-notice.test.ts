import { expect, it } from 'vitest'
import { withoutStop } from './stop-notice'

it('when the table plays on, the problem for which it had stopped is dismissed, and no other notice', () => {
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
