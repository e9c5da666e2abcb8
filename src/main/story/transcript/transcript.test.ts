import { afterAll, beforeAll, expect, it } from 'vitest'
import type { TranscriptAsked, TranscriptNews } from '../../../shared/story/transcript'
import { desk, type Desk } from '../../playthroughs/studio.fixture'
import { runProgram } from '../../campaign/git/testing/small-process'

let at: Desk
/** The played line, oldest first, and the end of its first scene. */
let line: string[]
let ends: number

beforeAll(async () => {
  at = await desk()
  let closed = 0
  for (let beats = 0; beats < 120 && closed < 1; beats++) {
    const beat = await at.studio.step()
    if (beat?.action === 'summarise') closed++
  }
  for (let beats = 0; beats < 4; beats++) await at.studio.step()
  line = runProgram('git', ['-C', at.dir, 'rev-list', '--reverse', 'HEAD']).trim().split('\n')
  ends = line.length - 5
})
afterAll(() => at.close())

async function news(asked: Partial<TranscriptAsked>): Promise<TranscriptNews[]> {
  const all: TranscriptNews[] = []
  for await (const one of at.studio.transcript({ format: 'md', private: false, stills: false, ...asked })) all.push(one)
  return all
}
async function text(asked: Partial<TranscriptAsked>): Promise<string> {
  const last = (await news(asked)).at(-1)
  return last?.kind === 'file' ? (last.file.text ?? '') : ''
}

it('contains the whole line and reports progress', async () => {
  const all = await news({})
  expect(all.slice(0, -1)).toEqual([
    { kind: 'progress', what: 'reading', done: 1, of: 2 },
    { kind: 'progress', what: 'reading', done: 2, of: 2 }
  ])
  expect(all.at(-1)).toMatchObject({ kind: 'file', file: { name: 'the-well-transcript.md', type: 'text/markdown', notes: [] } })
  const whole = await text({})
  expect(whole.match(/^### .*$/gm)?.length).toBe(2)
  expect(whole).toContain('#### The scene in short')
  const log = await at.studio.log({ commit: line.at(-1) ?? '' })
  for (const { text: said } of log?.entries.slice(1) ?? []) expect(whole.replaceAll('\\', '')).toContain(said.split('\n')[0])
  expect(await text({})).toBe(whole)
})

it('contains only the beats of a span', async () => {
  const first = await text({ to: line[10] })
  expect(first).toContain('*Beats 0 to 10')
  expect(first.match(/^### .*$/gm)?.length).toBe(1)
  expect(first).not.toContain('in short')
  const second = await text({ from: line[ends + 1] })
  expect(second.match(/^### .*$/gm)?.length).toBe(1)
  expect(second).not.toContain('The scene in short')
  expect(await text({ from: line[0], to: line[0] })).toContain('These beats hold no narration.')
})

it('shows the map around the party as far as it has been explored', async () => {
  const still = async (to: string | undefined, format: 'md' | 'html'): Promise<string> =>
    (await text({ format, to, stills: true })).replaceAll('\\', '')
  const [early, late] = await Promise.all([still(line[10], 'md'), still(undefined, 'md')])
  expect(early).toMatch(/^\*The map of .+ at beat 10: the party is at .+\.\*$/m)
  expect(late).toMatch(new RegExp(`at beat ${line.length - 1}: `))
  const page = await still(line[10], 'html')
  expect(page.match(/<figure>\n<svg .*role="img">/g)?.length).toBe(1)
  expect(page).toContain('fill="var(--wings)"')
  expect(page).toContain("Loom's House")
  expect(page).not.toContain('Clint Top')
  expect(await text({ format: 'html' })).not.toContain('<svg')
})

it('contains private talk only if requested', async () => {
  let next = (await at.studio.present())?.state.next
  while (next?.phase !== 'player') {
    await at.studio.step()
    next = (await at.studio.present())?.state.next
  }
  await at.studio.play({ kind: 'play', action: 'whisper', actor: next.actor, params: { text: 'Only you hear this.' }, agent: 'hand' })
  expect(await text({})).not.toContain('Only you hear this.')
  expect(await text({ private: true })).toContain('privately*: Only you hear this.')
})

it('refuses two beats of different lines, and stops when cancelled', async () => {
  await expect(text({ from: line[20], to: line[10] })).rejects.toMatchObject({ code: 'bad-input' })
  await expect(text({ to: 'f'.repeat(40) })).rejects.toMatchObject({ code: 'not-found' })
  const stop = new AbortController()
  stop.abort()
  const all: TranscriptNews[] = []
  for await (const one of at.studio.transcript({ format: 'html', private: false, stills: true }, stop.signal)) all.push(one)
  expect(all.map(({ kind }) => kind)).toEqual(['progress'])
})

it('typesets a PDF and reports progress', async () => {
  const all = await news({ format: 'pdf', to: line[20] })
  const last = all.at(-1)
  expect(all.at(1)).toMatchObject({ kind: 'progress', what: 'setting', done: 0 })
  expect(last).toMatchObject({ kind: 'file', file: { name: 'the-well-transcript.pdf', type: 'application/pdf', notes: [] } })
  const bytes = Buffer.from(last?.kind === 'file' ? (last.file.base64 ?? '') : '', 'base64')
  expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
  const stop = new AbortController()
  const heard: TranscriptNews[] = []
  for await (const one of at.studio.transcript({ format: 'pdf', private: false, stills: true }, stop.signal)) {
    heard.push(one)
    if (one.kind === 'progress' && one.what === 'setting') stop.abort()
  }
  expect(heard.filter(({ kind }) => kind === 'file')).toEqual([])
})

it('shows each session where it ended', async () => {
  const two = await desk()
  try {
    const play = (action: string, params: Record<string, string> = {}) =>
      two.studio.play({ kind: 'play', action, actor: 'DM', params, agent: 'hand' })
    for (const title of ['One', 'Two']) {
      await play('open_session', { title })
      await play('open_scene', { title: `Scene of ${title}`, place: 'throat-yard', aim: 'Look about.' })
      await play('narrate', { text: `Session ${title} is told.` })
      await play('end_session')
      while ((await two.studio.present())?.state.next.phase === 'close')
        await play('summarise', { text: `${title} in secret.`, recap: `${title} in short.` })
    }
    let last: TranscriptNews | undefined
    for await (const one of two.studio.transcript({ format: 'md', private: false, stills: true })) last = one
    const lines = (last?.kind === 'file' ? (last.file.text ?? '') : '').replaceAll('\\', '').split('\n')
    const headings = /^## |^### |is told|^\*The map|^#### /
    expect(lines.filter((one) => headings.test(one))).toEqual([
      '## Session 1: One',
      '### Scene 1: Scene of One',
      'Session One is told.',
      '#### The scene in short',
      '*The map of Underclint at the end of session 1: the party is at Throat Yard.*',
      '#### Session 1 in short',
      '## Session 2: Two',
      '### Scene 1: Scene of Two',
      'Session Two is told.',
      '#### The scene in short',
      '*The map of Underclint at the end of session 2: the party is at Throat Yard.*',
      '#### Session 2 in short'
    ])
  } finally {
    await two.close()
  }
})

it('shows a portrait on the page of the beats that have it, and on no earlier one', async () => {
  const { head = '', state } = (await at.studio.present()) ?? {}
  const log = await at.studio.log({ commit: head })
  const speaker = log?.entries.find(({ kind, by }) => kind === 'speech' && Object.hasOwn(state?.actors ?? {}, by))?.by ?? ''
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  await at.studio.editWorld({ edits: [{ op: 'put-portrait', id: speaker, picture: png }] })
  const page = await text({ format: 'html' })
  expect(page.split(`data:image/png;base64,${png}`)).toHaveLength(2)
  expect(page).toContain(`role="img" aria-label="${state?.actors[speaker]?.name}"`)
  expect(await text({ format: 'html', to: head })).not.toContain('data:image')
  // On the map, too, for as long as the page lets pictures be shown.
  const mapped = await text({ format: 'html', stills: true })
  expect(mapped).toContain(`href="data:image/png;base64,${png}"`)
  expect(mapped).toContain('img-src data:')
})

it('contains the director’s notes and the writers only if they are requested', async () => {
  const commit = line[3] ?? ''
  await at.studio.writeDirectorNote({ commit, line: 0, quote: 'It stinks', text: 'Keep this 🙂' })
  expect(await text({})).not.toContain('Keep this')
  const noted = (await text({ notes: true, writers: true })).replaceAll('\\', '')
  expect(noted).toMatch(/> \*\*Director’s note.* on “It stinks”\*\*: Keep this 🙂/)
  expect(noted).toContain('*(the designer)*')
  expect(noted).toContain('*(the designer, built-in text)*')
  expect(await text({ notes: true, to: line[2] })).not.toContain('Keep this')
})

it('a note on private talk is left out with it', async () => {
  let next = (await at.studio.present())?.state.next
  while (next?.phase !== 'player') {
    await at.studio.step()
    next = (await at.studio.present())?.state.next
  }
  const beat = await at.studio.play({
    kind: 'play',
    action: 'whisper',
    actor: next.actor,
    params: { text: 'Only you hear this too.' },
    agent: 'hand'
  })
  await at.studio.writeDirectorNote({ commit: beat.id, quote: 'Only you hear this too.', text: 'A secret?' })
  expect(await text({ notes: true })).not.toMatch(/A secret|hear this too/)
  expect(await text({ notes: true, private: true })).toContain('A secret?')
})

it('a story without models is the same without them', async () => {
  expect(await text({ withoutModels: true })).toBe(await text({}))
})
