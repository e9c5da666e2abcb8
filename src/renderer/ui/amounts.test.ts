import { expect, it } from 'vitest'
import { count, dollars, signed, span } from './amounts'

it('formats numbers, costs and durations', () => {
  expect([count(1234567), signed(120), signed(-40), signed(0)]).toEqual(['1,234,567', '+120', '−40', '0'])
  expect([0, 0.00001, 0.0123, 0.1, 12.5].map(dollars)).toEqual(['$0.00', '< $0.0001', '$0.0123', '$0.10', '$12.50'])
  expect([0.42, 9.97, 840, 999.7, 3210, 59_960, 125_000].map(span)).toEqual(['0.4 ms', '10 ms', '840 ms', '1.0 s', '3.2 s', '1 min 0 s', '2 min 5 s'])
})
