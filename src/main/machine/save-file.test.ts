import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, it } from 'vitest'
import { createStudio } from '../studio/studio'

const home = mkdtempSync(join(tmpdir(), 'saving-'))
afterEach(() => readdirSync(home).forEach((name) => rmSync(join(home, name), { recursive: true })))

/** Saves to the path that the host's dialog returns. */
async function saving(path: string | undefined, content: string): Promise<string | undefined> {
  const studio = createStudio({ kind: 'electron', version: '0', home, resources: process.cwd(), pickFile: () => Promise.resolve(path) })
  try {
    return await studio.saveFile({ name: 'map.png', content })
  } finally {
    await studio.dispose()
  }
}

it('a file is saved where the dialog says, byte for byte, and not after cancelling', async () => {
  const file = join(home, 'pond.bin')
  const bytes = Buffer.from([0, 255, 10, 13, 128])
  expect([await saving(undefined, bytes.toString('base64')), readdirSync(home)]).toEqual([undefined, []])
  expect([await saving(file, bytes.toString('base64')), readFileSync(file)]).toEqual([file, bytes])
  expect([await saving(file, ''), readFileSync(file).length]).toEqual([file, 0])
})

it("a file that can't be saved is reported and leaves nothing", async () => {
  await expect(saving(join(home, 'pond.bin'), 'no base64!')).rejects.toMatchObject({ code: 'bad-input' })
  await expect(saving(home, 'cG9uZA==')).rejects.toMatchObject({ code: 'bad-input' })
  await expect(saving(join(home, 'none/pond.bin'), 'cG9uZA==')).rejects.toMatchObject({ code: 'not-found' })
  expect(readdirSync(home)).toEqual([])
})
