import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { holds } from '../engine/project'
import { createCampaign } from '../story/creation/create'
import { oddsAt, playMany, reading } from './commands.fixture'

const home = mkdtempSync(join(tmpdir(), 'prototype-names-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

/** Ids of the sample, and what every object has to be called instead of them: a place, another, two facts, a player. */
const NAMES = {
  'throat-yard': 'constructor',
  'long-pull': 'toString',
  'windlass-free': 'valueOf',
  'hole-known': 'hasOwnProperty',
  Pym: 'isPrototypeOf'
}

/** Renames ids in every file of the world and in the files' own names. */
function renameAll(dir: string): void {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((one) => !join(one.parentPath, one.name).includes('/.git'))
  for (const file of files.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name)
    let text = readFileSync(path, 'utf8')
    for (const [old, now] of Object.entries(NAMES))
      if (old !== 'Pym' || /(next|table\.yaml)$/.test(path)) text = text.replace(new RegExp(`\\b${old}\\b`, 'g'), now)
    writeFileSync(path, text)
  }
  for (const { parentPath, name } of files) {
    const now = Object.entries(NAMES).find(([old]) => basename(name, '.yaml') === old)
    if (now && (name.endsWith('.yaml') || basename(parentPath) === 'players'))
      renameSync(join(parentPath, name), join(parentPath, name.replace(...now)))
  }
}

it('people, places and facts may be called like what every object has', async () => {
  const dir = join(home, 'well')
  await createCampaign({ dir, game: 'cairn-hack', seed: '3', template: 'sample', resources: resolve(import.meta.dirname, '../../..'), now: 0 })
  renameAll(dir)
  const { beats } = await playMany(dir, { beats: 60 }, () => undefined, { edits: 'adopt' })
  expect(beats).toBe(60)
  const { actors, places, facts } = await reading(dir, ({ snapshot }) => snapshot.state)
  expect(Object.keys(actors)).toContain('isPrototypeOf')
  expect(Object.keys(places)).toEqual(expect.arrayContaining(['constructor', 'toString']))
  expect(holds({}, ['valueOf'])).toBe(false)
  expect(holds(facts, ['hasOwnProperty'])).toBe(Object.hasOwn(facts, 'hasOwnProperty'))
  const { reach } = await oddsAt(dir, 'isPrototypeOf', undefined, () => undefined)
  expect(JSON.stringify(reach)).toContain('"constructor"')
})
