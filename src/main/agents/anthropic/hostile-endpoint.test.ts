import { afterAll, describe, expect, it } from 'vitest'
import { noteOutcome, printOutcomes } from '../servers.fixture'
import { ANSWERS, EVENTS } from './hostile-answers.fixture'
import { CONNECTION, REPORTED } from './hostile-servers.fixture'
import { KEY, tableAnswering, type ModelTable } from './model-table.fixture'

/** The message people read in the end, with HOST for the server. */
function sentenceOf({ exchanges, fake }: ModelTable, problem: string | undefined): string | undefined {
  const last = exchanges.at(-1)
  return (problem ?? last?.problem ?? last?.retries.at(-1)?.words)?.replaceAll(new URL(fake.url).host, 'HOST')
}

/** The total cost in thousandths of a US dollar, or that part of it was estimated. */
function costOf({ exchanges }: ModelTable): number | 'estimated' {
  const sum = exchanges.reduce((dollars, { usage }) => dollars + (usage.cost ?? 0), 0)
  return sum > 0 && exchanges.some(({ usage }) => usage.estimated) ? 'estimated' : Math.round(sum * 1e6) / 1000
}

afterAll(printOutcomes)

describe.each([
  ['what a server reports', REPORTED],
  ['what becomes of the connection', CONNECTION],
  ['what a stream holds', EVENTS],
  ['what a model answers', ANSWERS]
])('%s', (_what, rows) => {
  it.each(rows)('$what', async ({ what, server, sentence, requests, beats, cost, options }) => {
    const table = await tableAnswering(server, options)
    const { beat: before } = table.state().next
    const played = await table.step()
    await table.fake.close()
    const said = sentenceOf(table, played?.problem?.message)
    const understood = played?.exchanges.at(-1)?.uses.at(-1)?.understood ?? ''
    noteOutcome({ server: 'Messages API', what, requests, beats, understood, said: said ?? played?.beat?.action ?? '' })
    expect({
      sentence: said,
      requests: table.fake.calls,
      beats: table.state().next.beat - before,
      cost: costOf(table),
      wrong: table.fake.wrong
    }).toEqual({ sentence, requests, beats, cost, wrong: [] })
    expect(played?.problem?.code).toBe(beats === 0 ? 'agent-failed' : undefined)
    const everything = JSON.stringify([played, table.news, table.exchanges, table.log])
    expect(everything).not.toContain(KEY)
    expect(JSON.stringify(table.log)).not.toMatch(/\\u0000|\u202e/)
  })
})
