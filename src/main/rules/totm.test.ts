import { expect, test } from 'vitest'
import { bundledFiles } from './bundled.fixture'
import { checkGame } from './load'
test('no problems', async () => {
  expect(await checkGame(bundledFiles('totm'))).toEqual([])
})
