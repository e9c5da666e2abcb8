import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { toProblem } from '../shared/base/problem'
import { APP_ROOT, VERSION } from './place'
import { createStudio } from './studio/studio'

const NOBODY = 65_534
const home = mkdtempSync(join(tmpdir(), 'proscenium-read-'))
const dir = join(home, 'well')
const studioOf = () => createStudio({ kind: 'terminal', version: VERSION, home: join(home, 'home'), resources: APP_ROOT })

const below = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path))
/** Every file with its bytes, every folder by name. */
const contents = (): [string, string | undefined][] =>
  below(dir).map((path) => [path, lstatSync(path).isFile() ? readFileSync(path, 'latin1') : undefined])
const allow = (folder: number, file: number): void => {
  for (const path of [...below(dir), dir]) chmodSync(path, lstatSync(path).isDirectory() ? folder : file)
}
afterAll(() => {
  allow(0o755, 0o644)
  rmSync(home, { recursive: true, force: true })
})

it('a folder that may only be read is opened for reading, refuses to play, and stays as it is', async () => {
  const maker = studioOf()
  await maker.create({ dir, seed: '3' })
  await maker.step()
  await maker.dispose()
  // Root may write anywhere, so this file, which has a process of its own, switches to the user nobody for good.
  if (process.getuid?.() === 0) {
    for (const path of [home, ...below(home)]) chownSync(path, NOBODY, NOBODY)
    process.setgid?.(NOBODY)
    process.setuid?.(NOBODY)
  }
  allow(0o555, 0o444)
  const before = contents()

  const studio = studioOf()
  const { readOnly } = await studio.open({ dir })
  const refused = toProblem(await studio.step().catch((thrown: unknown) => thrown))
  const present = await studio.present()
  await studio.dispose()

  expect(readOnly).toMatch(/^[^\n]*reading only\. [^\n]*\.$/)
  expect(refused.toJSON()).toEqual({ code: 'locked', message: readOnly, data: {} })
  expect(present?.state.next.beat).toBe(1)
  expect(contents()).toEqual(before)
})
