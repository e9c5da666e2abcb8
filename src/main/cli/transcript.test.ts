import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { command } from './program.fixture'

const home = mkdtempSync(join(tmpdir(), 'transcript-'))
afterAll(() => rmSync(home, { recursive: true, force: true }))

it('prints the story, whole or between two beats', async () => {
  const plain = { format: 'md', private: false, stills: true }
  expect(await command(['transcript', '/w'])).toEqual({
    code: 0,
    asked: [
      ['read', '/w', undefined],
      ['transcript', plain]
    ],
    out: ['# The Well'],
    err: ['Typeset 100 of 240 passages.']
  })
  const argv = ['transcript', '/w', '--from', 'HEAD~9', '--to', 'HEAD~2', '--format', 'html', '--private', '--no-stills']
  expect((await command(argv)).asked).toEqual([
    ['read', '/w', 'HEAD~2'],
    ['transcript', { format: 'html', private: true, stills: false, from: 'HEAD~9', to: 'HEAD~2' }]
  ])
})

it('saves a PDF, and prints its notes', async () => {
  const out = join(home, 'well.pdf')
  expect(await command(['transcript', '/w', '--format', 'pdf', '--out', out])).toMatchObject({
    code: 0,
    out: [],
    err: ['Typeset 100 of 240 passages.', `Saved ${out}.`, 'The typeface lacks 1 sign.']
  })
  expect([readFileSync(out, 'latin1'), readdirSync(home)]).toEqual(['%PDF-', ['well.pdf']])
  expect(await command(['transcript', '/w', '--format', 'pdf'])).toMatchObject({
    code: 1,
    asked: [],
    err: ['A PDF can’t be printed to the terminal. Name a file with --out.']
  })
  expect((await command(['transcript', '/w', '--format', 'docx'])).code).toBe(2)
})
