import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { startFakeMessages, type FakeReply } from '../agents/anthropic/fake-messages.fixture'
import { fakeTable } from '../agents/anthropic/fake-table.fixture'
import { environmentKeys } from '../machine/keys'
import { commands } from './commands.fixture'
import { desk, KEY, MODEL, modelDesk, playOn, type Desk } from './studio.fixture'

let at: Desk | undefined
afterEach(async () => {
  await at?.close()
  at = undefined
})

const open = (title: string): FakeReply => ({ parts: [{ text: 'Let us begin.' }, { tool: 'open_session', input: { title } }] })

describe('a model at the table', () => {
  it('has what it was asked and cost in its beat, its record and the campaign’s sum, and nothing of it in the tree', async () => {
    const model = (at = await modelDesk(fakeTable({ scenes: 1, rounds: 1 })))
    const [first = ''] = await playOn(at.studio, 1)
    const { beat, toolCalls } = await at.studio.beat({ commit: first })
    const record = await at.studio.turn({ id: first })
    expect(beat).toMatchObject({ agent: 'anthropic', spent: { model: MODEL, tokens: { input: expect.any(Number) as number } } })
    expect(record).toMatchObject({ who: 'DM', n: 2, ordinal: 0, seat: { agent: 'anthropic', model: MODEL }, context: { who: 'DM', beat: 2 } })
    expect(record?.exchanges).toHaveLength(1)
    expect(record?.exchanges[0]?.content.length).toBeGreaterThan(0)
    expect(toolCalls).toEqual(record?.calls)
    expect(record?.usage?.cost).toBeGreaterThan(0)
    expect(beat.spent?.cost).toBeCloseTo(record?.usage?.cost ?? 0, 5)
    expect((await at.studio.present())?.table.usage).toEqual(record?.usage)
    const message = (await at.studio.timeline({ limit: 1 })).beats[0]
    expect(message?.spent).toEqual(beat.spent)
    expect(await at.studio.verify()).toMatchObject({ play: 1, mismatches: [] })
    expect(model.fake.wrong).toEqual([])
    const files = readdirSync(at.dir, { recursive: true, encoding: 'utf8' }).filter(
      (path) => !path.startsWith('.git/') && statSync(join(at?.dir ?? '', path)).isFile()
    )
    for (const path of files) expect(readFileSync(join(at.dir, path), 'utf8')).not.toMatch(/Tokens:|sk-test/)
  })

  it('tells what it is at: the start, drafts of its words, its calls, the end; coming later hears none of it again', async () => {
    at = await modelDesk(() => open('Rain'), { delay: 1 })
    const [id = ''] = await playOn(at.studio, 1)
    await expect.poll(() => at?.heard.some((event) => event.kind === 'beat')).toBe(true)
    const live = at.heard.flatMap((event) => (event.kind === 'live' ? [event.live] : []))
    const record = await at.studio.turn({ id })
    expect([...new Set(live.map((news) => news.turn))]).toEqual([`${record?.parent}:DM:0`])
    expect([...new Set(live.map((news) => news.at))]).toEqual(['start', 'text', 'draft', 'exchange', 'call', 'end'])
    expect(live.flatMap((news) => (news.at === 'text' ? [news.text] : [])).join('')).toBe('Let us begin.')
    const numbered = at.heard.filter((event) => event.kind !== 'live').map((event) => event.seq)
    expect(numbered).toEqual(numbered.map((_, i) => (numbered[0] ?? 0) + i))
    const stop = new AbortController()
    for await (const event of at.studio.events({ lastEventId: `${at.heard[0]?.epoch}:${(numbered[0] ?? 1) - 1}` }, stop.signal)) {
      expect(event.kind).not.toBe('live')
      if (event.seq === numbered.at(-1)) break
    }
  })

  it('is broken off at once by a pause, and what was asked is kept; playing on asks again', async () => {
    let requestCount = 0
    at = await modelDesk(() => (++requestCount === 1 ? { ending: 'silence' } : open('Rain')))
    const before = await at.head()
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(() => requestCount).toBe(1)
    const paused = await at.studio.pause()
    expect(paused).toMatchObject({ running: false })
    expect(paused.thinking).toBeUndefined()
    expect(await at.head()).toBe(before)
    expect((await at.studio.turns({ limit: 5 })).lines[0]).toMatchObject({
      who: 'DM',
      parent: before,
      exchanges: 1,
      words: 'Stopped before the turn was over.'
    })
    const [id = ''] = await playOn(at.studio, 1)
    expect(await at.studio.turn({ id })).toMatchObject({ ordinal: 1, parent: before })
  })

  it('never plays two turns at once, however often it is asked to', async () => {
    at = await modelDesk(fakeTable({ scenes: 1, rounds: 1 }), { delay: 1 })
    const [first, second] = [at.studio.step(), at.studio.step()]
    await at.studio.autoplay({ pace: 0 })
    await at.studio.autoplay({ pace: 0 })
    const [one, two] = [await first, await second]
    expect(two?.parent).toBe(one?.id)
    await expect.poll(async () => (await at?.studio.present())?.state.next.beat).toBeGreaterThan(5)
    await at.studio.pause()
    const ends = at.heard.flatMap((event) => (event.kind === 'live' && (event.live.at === 'start' || event.live.at === 'end') ? [event.live.at] : []))
    expect(ends).toEqual(ends.map((_, i) => (i % 2 === 0 ? 'start' : 'end')))
    const beats = (await at.studio.timeline({ limit: 100 })).beats.toReversed()
    expect(beats.slice(1).map((beat) => beat.parent)).toEqual(beats.slice(0, -1).map((beat) => beat.id))
  })

  it('is broken off when a single step is paused', async () => {
    let requestCount = 0
    at = await modelDesk(() => (requestCount++, { ending: 'silence' }))
    const stepping = at.studio.step()
    await expect.poll(() => requestCount).toBe(1)
    await at.studio.pause()
    expect(await stepping).toBeUndefined()
  })

  it('that fails pauses the table with the sentence and keeps everything', async () => {
    at = await modelDesk(() => ({ status: 401, type: 'authentication_error', message: 'invalid key' }))
    const before = await at.head()
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(async () => (await at?.studio.present())?.table.running).toBe(false)
    const { table, head } = (await at.studio.present()) ?? {}
    expect(table?.stopped).toContain('key')
    expect(head).toBe(before)
    expect((await at.studio.turns({ limit: 1 })).lines[0]?.words).toBe(table?.stopped)
    expect(JSON.stringify([at.heard, await at.studio.turns({ limit: 5 })])).not.toContain(KEY)
  })

  it('has its waits printed by the command line before they begin', async () => {
    const busy: FakeReply = { status: 529, type: 'overloaded_error', headers: { 'retry-after-ms': '1' } }
    const { dir, fake, studio } = (at = await modelDesk((_request, n) => (n === 1 ? busy : open('Rain'))))
    await studio.dispose()
    const notices: string[] = []
    const { play } = commands({ keys: environmentKeys({ PROSCENIUM_API_KEY: KEY, PROSCENIUM_BASE_URL: fake.url }), baseUrl: fake.url, allowed: true })
    await play(dir, { beats: 1 }, ({ subject }) => notices.push(subject), { onRetry: (who, { words }) => notices.push(`${who}: ${words}`) })
    expect(notices).toEqual(['DM: The model is overloaded. Trying again in a moment.', expect.stringContaining('Rain')])
  })

  it.each([
    ['says nothing usable', [{ text: 'Hm.' }], 'no valid action'],
    ['answers nothing', [], 'an empty answer'],
    ['only thinks', [{ text: '<think>Hm.</think>' }], 'an empty answer']
  ])('that %s three times passes its turn, and the log says so in words', async (_, parts, gives) => {
    at = await modelDesk(() => ({ parts }))
    await at.studio.setTable({ ...(await at.studio.tableSettings()), agents: { default: { agent: 'offline' }, Wren: { agent: 'anthropic' } } })
    while ((await at.studio.present())?.state.next.actor !== 'Wren') await at.studio.step()
    const beat = await at.studio.step()
    expect(beat).toMatchObject({ action: 'pass', actor: 'Wren', agent: 'anthropic' })
    const log = await at.studio.log({ commit: beat?.id ?? '' })
    const words = `Wren gives ${gives}, and the turn passes.`
    expect([beat?.subject, log?.entries.at(-1)]).toMatchObject([words, { beat: beat?.n, kind: 'system', text: words }])
    expect(await at.studio.verify()).toMatchObject({ mismatches: [] })
  })

  it('that cannot even begin a session stops the table with a sentence', async () => {
    at = await modelDesk(() => ({ parts: [{ text: 'Hm.' }] }))
    await expect(at.studio.step()).rejects.toThrow(
      "DM's agent gave no valid action three times. The model answered with text and called no tool. Choose a model that uses tools for this seat in Settings, or press Play to try again."
    )
    expect((await at.studio.turns({ limit: 1 })).lines[0]).toMatchObject({ who: 'DM', calls: 0 })
  })
})

describe('the budget', () => {
  it('pauses the table before the next question once it is used up, and goes on when it is raised', async () => {
    const model = (at = await modelDesk(fakeTable({ scenes: 1, rounds: 1 })))
    const settings = await at.studio.tableSettings()
    await playOn(at.studio, 1)
    await at.studio.setTable({ ...settings, cost_cap: 0.000_001 })
    const { length } = model.fake.requests
    await expect(at.studio.step()).rejects.toThrow(
      /This campaign has reached its cost cap of \$0\.0000 \(\$0\.\d+ spent\)\. Raise the cap in Settings to go on\./
    )
    expect(model.fake.requests).toHaveLength(length)
    expect((await at.studio.present())?.table).toMatchObject({ cap: 0.000_001 })
    await at.studio.setTable({ ...settings, cost_cap: 5 })
    expect(await playOn(at.studio, 2)).toHaveLength(2)
    await at.restart({ environment: { allowed: true } })
    expect((await at.studio.present())?.table.usage.cost).toBeGreaterThan(0)
  })

  it('cannot be kept where a price is not known: nothing is asked then', async () => {
    const model = (at = await modelDesk(() => open('Rain')))
    const settings = await at.studio.tableSettings()
    await at.studio.setTable({ ...settings, agents: { default: { agent: 'anthropic', model: 'my-own-model' } }, cost_cap: 5 })
    await expect(at.studio.step()).rejects.toThrow("it doesn't know the price of my-own-model")
    expect(model.fake.requests).toEqual([])
    await at.studio.setTable({ ...settings, agents: { default: { agent: 'anthropic', model: 'my-own-model' } } })
    const beat = await at.studio.step()
    expect(beat?.spent).toMatchObject({ model: 'my-own-model' })
    expect(beat?.spent?.cost).toBeUndefined()
  })
})

describe('the key', () => {
  it('goes to the address it was given for and nowhere else, whatever a window sets', async () => {
    const model = (at = await modelDesk(() => open('Rain')))
    const evil = await startFakeMessages(() => open('Stolen'))
    try {
      await at.studio.setMachine({ baseUrl: evil.url })
      expect(await at.studio.machine()).toMatchObject({ key: 'none', host: new URL(evil.url).host })
      // A server on this machine is called without a key.
      const words = `${new URL(evil.url).host} asks for a key. Enter it in Settings.`
      expect(await at.studio.tryModel({})).toMatchObject({ ok: false, words })
      await expect(at.studio.step()).rejects.toThrow(words)
      await at.studio.setMachine({ key: 'another-key' })
      expect(await at.studio.tryModel({})).toMatchObject({ ok: true })
      expect(JSON.stringify(evil.requests)).not.toContain(KEY)
      expect(evil.requests).toHaveLength(1)
      // The first address still has its own key.
      await at.studio.setMachine({ baseUrl: `${model.fake.url}/` })
      expect(await at.studio.tryModel({})).toMatchObject({ ok: true })
    } finally {
      await evil.close()
    }
  })

  it('of the environment goes nowhere that the settings of a window name', async () => {
    const evil = await startFakeMessages(() => open('Stolen'))
    try {
      at = await desk({ keys: environmentKeys({ PROSCENIUM_API_KEY: KEY }) })
      await at.studio.setMachine({ baseUrl: evil.url })
      expect((await at.studio.tryModel({})).words).toMatch(/^127\.0\.0\.1:\d+ asks for a key/)
      await at.studio.setMachine({ baseUrl: 'https://models.example' })
      expect((await at.studio.tryModel({})).words).toMatch(/^The key in the environment was not given for models\.example, so it is not sent there/)
      expect(evil.requests).toEqual([])
    } finally {
      await evil.close()
    }
  })

  it.each(['http://example.com', 'http://192.168.1.5:8080', 'http://localhost.example.com', 'http://127.0.0.1.example.com'])(
    'never travels in the open: %s',
    async (baseUrl) => {
      at = await desk()
      await expect(at.studio.setMachine({ baseUrl, key: KEY })).rejects.toThrow('could read the key and the story')
      expect(await at.studio.machine()).toMatchObject({ key: 'none', host: 'api.anthropic.com' })
      await at.restart({ environment: { baseUrl } })
      expect((await at.studio.tryModel({})).words).toContain('could read the key and the story')
    }
  )
})

describe('a stranger’s campaign', () => {
  it('that names a model asks nobody until the machine’s owner has allowed it', async () => {
    const model = (at = await modelDesk(() => open('Rain')))
    await at.studio.setMachine({ allowed: false })
    await expect(at.studio.step()).rejects.toThrow(
      "This campaign wants to call a model with your key, which you haven't allowed yet. Allow it in Settings."
    )
    expect(model.fake.requests).toEqual([])
    expect(await at.studio.machine()).toMatchObject({ key: 'memory', keeps: false, baseUrl: model.fake.url, model: MODEL, allowed: false })
    await at.studio.setMachine({ allowed: true })
    expect(await at.studio.step()).toMatchObject({ action: 'open_session' })
  })

  it('with no key at hand is told where one goes; the key is in no file', async () => {
    const model = (at = await modelDesk(() => open('Rain')))
    await at.studio.setMachine({ key: null })
    await expect(at.studio.step()).rejects.toThrow(`${new URL(model.fake.url).host} asks for a key. Enter it in Settings.`)
    await at.studio.setMachine({ baseUrl: 'https://models.example' })
    await expect(at.studio.step()).rejects.toThrow('This machine has no key for models.example; enter one in Settings.')
    await at.studio.setMachine({ baseUrl: model.fake.url })
    await at.studio.setMachine({ key: `  ${KEY}\n` })
    expect(await at.studio.tryModel({})).toMatchObject({ ok: true })
    await playOn(at.studio, 1)
    const files = readdirSync(at.home, { recursive: true, encoding: 'utf8' }).map((path) => join(at?.home ?? '', path))
    expect(files.filter((path) => statSync(path).isFile() && readFileSync(path).includes(KEY))).toEqual([])
  })

  it('cannot name an address, and settings that a hand broke allow nothing', async () => {
    at = await desk()
    await expect(at.studio.setMachine({ baseUrl: 'file:///etc/passwd' })).rejects.toThrow('is not a web address')
    await expect(at.studio.setMachine({ baseUrl: 'https://me:secret@example.com' })).rejects.toThrow('a name or a password')
    writeFileSync(join(at.home, 'settings.json'), '{"allowed": 7')
    expect(await at.studio.machine()).toMatchObject({ allowed: false, key: 'none' })
  })
})
