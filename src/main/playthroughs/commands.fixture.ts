import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Beat } from '../../shared/story/play'
import type { Recall } from '../../shared/story/recall'
import type { Refusal } from '../../shared/table/present'
import type { Retry, TurnRecord } from '../../shared/table/turns'
import type { ProblemData } from '../../shared/base/problem'
import type { TranscriptFormat } from '../../shared/story/transcript'
import { type Calls, type PlaySummary, type Seats, campaignsOf, playUntil } from '../cli/campaigns'
import { longAnswer } from '../cli/progress'
import { runCommandLine } from '../cli/program'
import { readAnyText } from '../cli/text-file'
import { memoryKeys } from '../machine/keys'
import { SealedFiles } from '../machine/sealed-files'
import { endLeftWork } from '../story/creation/folder'
import { OpenCampaign } from '../story/open-campaign'

/** Called with each beat, with the calls that were refused before it, and with the problem if the record of its turn was lost. */
type OnBeat = (beat: Beat, refused: readonly Refusal[], problem?: ProblemData) => void

/** Settings of one run: seats that override table.yaml, and what to do with external changes. */
interface PlaySettings {
  seats?: Seats
  edits?: 'adopt' | 'set-aside' | 'leave'
  onRetry?: (who: string, retry: Retry) => void
}

const ignored = (): undefined => undefined
const nowhere = { out: ignored, err: ignored, file: ignored }
const noWords = (): string => ''

/** The campaigns of an owner with only these keys. */
const owned = ({ keys = memoryKeys(), baseUrl = undefined as string | undefined, allowed = false } = {}) =>
  campaignsOf({ home: mkdtempSync(join(tmpdir(), 'proscenium-home-')), keys, tokens: memoryKeys(), environment: () => ({ baseUrl, allowed }) })

/** What the command line does, for such an owner. */
export function commands(owner: Parameters<typeof owned>[0] = {}) {
  const campaigns = owned(owner)
  return {
    play: (dir: string, limits: Parameters<Calls['playOn']>[0], onBeat: OnBeat, { seats, edits, onRetry }: PlaySettings = {}): Promise<PlaySummary> =>
      campaigns.open(
        dir,
        (calls) =>
          playUntil(calls, { ...limits, edits }, (news) => {
            if (news.kind === 'beat') onBeat(news.beat, news.refused, news.problem)
            else onRetry?.(news.who, news.retry)
          }),
        { seats, plays: true }
      ),
    log: (dir: string) => campaigns.read(dir, undefined, (calls) => calls.storyLog({})),
    state: (dir: string, rev = 'HEAD') =>
      campaigns.read(dir, rev, async (calls, { at = '' }) => {
        const { state } = await calls.at({ commit: at })
        if (!state) throw new Error(`${rev} has no state.`)
        return state
      }),
    odds: (dir: string, as?: string, rev?: string) =>
      campaigns.read(dir, rev, async (calls, at) => longAnswer(nowhere, await calls.countOdds({ as, ...at }), noWords)),
    recall: (dir: string, as: string, recall: Recall, rev?: string) => campaigns.read(dir, rev, (calls, at) => calls.recall({ as, recall, ...at })),
    recording: (dir: string, limit: number | undefined, onTurn: (turn: TurnRecord) => void) =>
      campaigns.read(dir, undefined, async (calls) => {
        for await (const turn of await calls.recording({ limit })) onTurn(turn)
      }),
    takeRecording: async (dir: string, file: string) => {
      const text = readAnyText(file, 'a recording')
      return campaigns.open(dir, (calls) => calls.takeRecording({ text, name: file }))
    },
    compare: (dir: string, from: string, to: string) =>
      campaigns.read(dir, undefined, async (calls) =>
        calls.compare({ a: await calls.commitOf({ revision: from }), b: await calls.commitOf({ revision: to }) })
      ),
    find: (dir: string, expression: string) =>
      campaigns.read(dir, undefined, async (calls) => {
        for await (const news of await calls.find({ expression })) if (news.kind === 'finding') return news.finding
        throw new Error('The search has no result.')
      }),
    transcript: (dir: string, format: TranscriptFormat) =>
      campaigns.read(dir, undefined, async (calls) => {
        for await (const news of await calls.transcript({ format, private: true, stills: true })) if (news.kind === 'file') return news.file
        throw new Error('The export has no file.')
      }),
    check: (dir: string) => campaigns.none(async (calls) => longAnswer(nowhere, await calls.checkFolder({ dir }), noWords)),
    verify: (dir: string) => campaigns.open(dir, (calls) => calls.verify({ sinceChecked: false })),
    exportMap: (dir: string, format: 'json' | 'graphml', secrets: boolean, rev?: string) =>
      campaigns.read(dir, rev, (calls, at) => calls.exportWorld({ format, secrets, ...at })),
    importMap: (dir: string, file: string, format: 'json' | 'graphml') =>
      campaigns.open(dir, (calls) => calls.importWorld({ text: readAnyText(file, 'a map'), format })),
    mapImage: (dir: string, theme: 'dark' | 'light', seenOnly: boolean) =>
      campaigns.read(dir, undefined, (calls) => calls.mapImage({ theme, seenOnly }))
  }
}

export const {
  play: playMany,
  log: storyLog,
  state: stateAt,
  odds: oddsAt,
  recall: recallAt,
  recording,
  takeRecording,
  exportMap,
  importMap,
  mapImage
} = commands()

/** Runs a command line on real campaigns. */
export async function commandLine(argv: readonly string[]): Promise<{ out: string[]; err: string[] }> {
  const [out, err]: [string[], string[]] = [[], []]
  const refused = (): never => {
    throw new Error('This host serves nothing.')
  }
  const host = { serve: refused, serveArrow: refused, labWorker: refused, openApp: refused, bench: refused, checkTokenServer: ignored }
  const to = { out: (line: string) => out.push(line), err: (line: string) => err.push(line), file: (text: string) => out.push(text) }
  await runCommandLine(argv, owned(), host, to, '0')
  return { out, err }
}

/** Opens a campaign for reading, hands it to `work` and closes it again. */
export async function reading<T>(dir: string, work: (campaign: OpenCampaign) => T | Promise<T>): Promise<T> {
  endLeftWork(dir)
  const campaign = await OpenCampaign.open(dir, { readOnly: true, clock: () => Date.now(), sealed: new SealedFiles(undefined) })
  try {
    return await work(campaign)
  } finally {
    campaign.dispose()
  }
}
