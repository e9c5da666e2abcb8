import { writeFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { commands, recording, takeRecording } from './commands.fixture'
import { modelDesk, treeOf } from './studio.fixture'

const STANDS_IN = 'The built-in table plays for Wren, because the model failed.'

it('P17 a model that fails twice in a row is not asked again in that scene until the designer plays on; a replay gives the same tree', async () => {
  const at = await modelDesk(() => ({ status: 401, type: 'authentication_error', message: 'invalid key' }))
  try {
    const settings = await at.studio.tableSettings()
    await at.studio.setTable({ ...settings, stand_in: true, agents: { default: { agent: 'offline' }, Wren: { agent: 'anthropic' } } })
    const scenes = new Map<string, number>()
    const playTurn = async (): Promise<void> => {
      const beat = await at.studio.step()
      if (beat?.actor !== 'Wren') return
      expect(beat).toMatchObject({ agent: 'offline' })
      scenes.set(beat.scene ?? '', (scenes.get(beat.scene ?? '') ?? 0) + 1)
    }
    while (Math.max(0, ...scenes.values()) < 4) await playTurn()
    const expected = [...scenes.values()].reduce((sum, turns) => sum + Math.min(turns, 2), 0)
    expect(at.fake.requests).toHaveLength(expected)
    const messages = at.heard.flatMap((event) => (event.kind === 'problem' ? [event.problem.message] : []))
    expect(messages).toEqual([
      "Wren's model failed twice in a row, so the built-in table plays that seat until this scene is over. Press Play to ask the model again."
    ])
    const { entries = [] } = (await at.studio.log({ commit: await at.head() })) ?? {}
    expect(entries.some(({ text }) => text === STANDS_IN)).toBe(true)

    // Autoplay asks again.
    await at.studio.autoplay({ pace: 0 })
    await expect.poll(() => at.fake.requests.length).toBeGreaterThan(expected)
    await at.studio.pause()

    const tree = at.tree()
    const lines: string[] = []
    // A turn that Pause broke off is recorded without a beat.
    let beats = 0
    await recording(at.dir, undefined, (turn) => {
      lines.push(JSON.stringify(turn))
      if (turn.beat !== undefined) beats++
    })
    const { length } = at.fake.requests
    await at.another()
    const file = `${at.dir}.jsonl`
    writeFileSync(file, lines.join('\n'))
    await at.studio.dispose()
    await takeRecording(at.dir, file)
    await commands().play(at.dir, { beats }, () => undefined, { seats: { all: { agent: 'replay' } } })
    expect(treeOf(at.dir)).toBe(tree)
    expect(at.fake.requests).toHaveLength(length)
  } finally {
    await at.close()
  }
})
