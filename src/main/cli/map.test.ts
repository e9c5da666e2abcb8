import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Problem } from '../../shared/problem'
import { freshSample } from '../studio/samples.fixture'
import { exportMap, importMap } from '../studio/world/terminal'
import { beat, command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), 'map-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('prints the map in the form that is asked for', async () => {
  expect(await command(['map', 'export', '/w'])).toEqual({ code: 0, asked: [['/w', 'json', false, undefined]], out: ['{}'], err: [] })
  expect((await command(['map', 'export', '/w', '--format', 'graphml', '--secrets', '--at', 'HEAD~2'])).asked).toEqual([
    ['/w', 'graphml', true, 'HEAD~2']
  ])
})

it('tells the beat of an import, and what was left out', async () => {
  expect(await command(['map', 'import', '/w', '/maps/a.json', '--region', 'moor'])).toEqual({
    code: 0,
    asked: [['/w', '/maps/a.json', 'moor']],
    out: ['6 66666666 Wren climbs down the well'],
    err: ['Left out: mood.']
  })
  const { out } = await command(['map', 'import', '/w', '/maps/a.json', '--json'])
  expect(JSON.parse(out.join(''))).toEqual({ beat: beat(6), made: ['moor'], notes: ['Left out: mood.'] })
  const importMap = (): Promise<never> => Promise.reject(new Problem('refused', 'This map cannot be imported.'))
  expect(await command(['map', 'import', '/w', 'a.json'], { importMap })).toMatchObject({ code: 1, out: [], err: ['This map cannot be imported.'] })
})

it('says what is wrong with the command line', async () => {
  expect(await command(['map', 'export', '/w', '--format', 'svg'])).toMatchObject({
    code: 2,
    out: [],
    err: [
      `Option '--format <name>' argument 'svg' is invalid. Allowed choices are json, graphml: run "proscenium map --help" to see what can be given.`
    ]
  })
  expect((await command(['map', 'import', '/w'])).code).toBe(2)
})

it('lets a map out of one campaign and into another', async () => {
  const dir = join(home, 'well')
  await freshSample(dir, 'cairn-hack', '1')
  const text = await exportMap(dir, 'graphml', false, 'HEAD')
  const file = join(home, 'map.graphml')
  writeFileSync(file, `\uFEFF${text}`)
  await expect(importMap(dir, file, undefined)).rejects.toMatchObject({ code: 'refused' })
  await expect(importMap(dir, join(home, 'none.json'), undefined)).rejects.toMatchObject({ code: 'not-found' })
  const other = join(home, 'other')
  await freshSample(other, 'totm', '1')
  const { beat: made, made: ids } = await importMap(other, file, undefined)
  expect([made.kind, ids.includes('throat-yard')]).toEqual(['import', true])
  expect(execFileSync('git', ['-C', other, 'status', '--porcelain'], { encoding: 'utf8' })).toBe('')
})
