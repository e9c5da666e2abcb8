import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { Problem } from '../../shared/base/problem'
import { freshSample } from '../playthroughs/samples.fixture'
import { readXml } from '../campaign/map/xml'
import { beat } from './answers.fixture'
import { command } from './program.fixture'
import { exportMap, importMap, mapImage, reading } from '../playthroughs/commands.fixture'
import { runProgram } from '../campaign/git/testing/small-process'

const home = mkdtempSync(join(tmpdir(), 'map-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('prints the map in the given format', async () => {
  expect(await command(['map', 'export', '/w'])).toEqual({
    code: 0,
    asked: [
      ['read', '/w', undefined],
      ['exportWorld', { format: 'json', secrets: false }]
    ],
    out: ['{}'],
    err: []
  })
  expect((await command(['map', 'export', '/w', '--format', 'graphml', '--secrets', '--at', 'HEAD~2'])).asked).toEqual([
    ['read', '/w', 'HEAD~2'],
    ['exportWorld', { format: 'graphml', secrets: true, at: 'HEAD~2' }]
  ])
})

it('prints the beat of an import, and what was left out', async () => {
  const file = join(home, 'a.json')
  writeFileSync(file, '{}')
  expect(await command(['map', 'import', '/w', file, '--region', 'moor'])).toEqual({
    code: 0,
    asked: [
      ['open', '/w'],
      ['importWorld', { text: '{}', format: 'json', region: 'moor' }]
    ],
    out: ['6 66666666 Wren climbs down the well'],
    err: ['Left out: mood.']
  })
  const { out } = await command(['map', 'import', '/w', file, '--json'])
  expect(JSON.parse(out.join(''))).toEqual({ beat: beat(6), created: ['moor'], notes: ['Left out: mood.'] })
  const importWorld = (): Promise<never> => Promise.reject(new Problem('refused', 'This map cannot be imported.'))
  expect(await command(['map', 'import', '/w', file], { importWorld })).toMatchObject({ code: 1, out: [], err: ['This map cannot be imported.'] })
})

it('reports wrong options', async () => {
  expect(await command(['map', 'export', '/w', '--format', 'svg'])).toMatchObject({
    code: 2,
    out: [],
    err: [
      `Option '--format <name>' argument 'svg' is invalid. Allowed choices are json, graphml. Run "proscenium map --help" to see what the command accepts.`
    ]
  })
  expect((await command(['map', 'import', '/w'])).code).toBe(2)
})

it('exports a map from one campaign and imports it into another', async () => {
  const dir = join(home, 'well')
  await freshSample(dir, 'cairn-hack', '1')
  const text = await exportMap(dir, 'graphml', false, 'HEAD')
  const file = join(home, 'map.graphml')
  writeFileSync(file, `\uFEFF${text}`)
  await expect(importMap(dir, file, 'graphml')).rejects.toMatchObject({ code: 'refused' })
  expect(await command(['map', 'import', '/w', join(home, 'none.json')])).toMatchObject({ code: 1, err: [expect.stringMatching(/^Couldn't read /)] })
  const other = join(home, 'other')
  await freshSample(other, 'totm', '1')
  const { beat, created: ids } = await importMap(other, file, 'graphml')
  expect([beat.kind, ids.includes('throat-yard')]).toEqual(['import', true])
  expect(runProgram('git', ['-C', other, 'status', '--porcelain'])).toBe('')
})

const UNTOLD = 'There was no room for the labels of 2 journeys. To read them, point at the lines in a browser.'

it('prints an image of the map, or saves it', async () => {
  expect(await command(['map', 'image', '/w'])).toEqual({
    code: 0,
    asked: [
      ['read', '/w', undefined],
      ['mapImage', { theme: 'dark', seenOnly: false }]
    ],
    out: ['<svg/>'],
    err: [UNTOLD]
  })
  const folder = join(home, 'pictures')
  mkdirSync(join(folder, 'taken.svg'), { recursive: true })
  const file = join(folder, 'well.svg')
  writeFileSync(file, 'an older one')
  expect(await command(['map', 'image', '/w', '--light', '--seen', '--at', 'HEAD~2', '--out', file])).toEqual({
    code: 0,
    asked: [
      ['read', '/w', 'HEAD~2'],
      ['mapImage', { theme: 'light', seenOnly: true, at: 'HEAD~2' }]
    ],
    out: [],
    err: [UNTOLD, `Saved ${file}.`]
  })
  expect(readFileSync(file, 'utf8')).toBe('<svg/>\n')
  const inRows = { mapImage: () => ({ svg: '<svg/>', unlabelled: 0, rows: true }) }
  expect(await command(['map', 'image', '/w'], inRows)).toMatchObject({
    code: 0,
    err: ['This map has too many places and journeys for an image layout, so places without a position of their own stand in rows.']
  })
  for (const [out, words] of [
    [join(home, 'none/well.svg'), `There is no folder ${join(home, 'none')}. Create it, or name a file in another folder.`],
    [join(folder, 'taken.svg'), `${join(folder, 'taken.svg')} is a folder. Name a file in it.`]
  ] as const)
    expect(await command(['map', 'image', '/w', '--out', out])).toMatchObject({ code: 1, out: [], err: [UNTOLD, words] })
  expect(readdirSync(folder)).toEqual(['taken.svg', 'well.svg'])
})

it('draws the sample campaign without its prose', async () => {
  const dir = join(home, 'drawn')
  await freshSample(dir, 'cairn-hack', '1')
  const { svg } = await mapImage(dir, 'dark', false)
  expect(readXml(svg).name).toBe('svg')
  const { places, journeys, actors, story } = await reading(dir, (campaign) => campaign.snapshot.lore)
  const prose = [
    ...Object.values(places).flatMap((one) => [one.description, one.gm_guide]),
    ...Object.values(journeys),
    ...Object.values(actors).map((one) => one.about)
  ]
  const texts = [...prose, ...story.map((one) => one.title)].filter((text) => text.trim() !== '')
  expect(texts.length).toBeGreaterThan(50)
  expect(texts.filter((text) => svg.includes(text))).toEqual([])
  const { svg: seen } = await mapImage(dir, 'dark', true)
  expect([svg.includes('Clint Top'), seen.includes('Clint Top')]).toEqual([true, false])
  expect((await mapImage(dir, 'dark', false)).svg).toBe(svg)
})
