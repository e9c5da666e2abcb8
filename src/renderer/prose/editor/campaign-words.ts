import { useEffect } from 'react'
import { isKnownWord, knownWords } from '../../../shared/words/spelled-words'
import type { CampaignName } from '../../../shared/contract/language-calls'
import { plainText, withEndsOf } from '../../../shared/base/line-ends'
import { fileName } from '../../../shared/story/layout'
import { api } from '../../client'
import { ifEditable, savedEdit } from '../../editing'
import { problemOf } from '../../problem-of'
import { runCall } from '../../run-call'
import { notify, showProblem, useSession } from '../../session'
import { slice } from '../../slice'
import { Speller } from './speller'

const PATH = fileName('words')

/** What editors of prose know about the campaign: its names, and the words that count as right. `key`: the beat that they were read at. */
interface CampaignWords {
  key: string
  names: readonly CampaignName[]
  known: ReadonlySet<string>
}

const NONE: CampaignWords = { key: '', names: [], known: new Set() }
/** The slice of the editors of prose. `verdicts` counts the answers of the dictionary. */
export const useProse = slice<CampaignWords & { verdicts: number }>('prose', { ...NONE, verdicts: 0 })

let asked: { key: string; names: Promise<readonly CampaignName[]> } | undefined

/** Everything that the campaign defines, fetched once after every beat. */
export function campaignNames(): Promise<readonly CampaignName[]> {
  const { present } = useSession.getState()
  const key = `${present?.campaign.dir} ${present?.head}`
  if (asked?.key !== key) {
    const names = api.names.query({ drafts: {} })
    asked = { key, names }
    names.catch(() => asked?.names === names && (asked = undefined))
  }
  return asked.names
}

const readWords = (): Promise<{ text: string; version: string | null }> =>
  api.fileText.query({ path: PATH }).catch((error: unknown) => {
    if (problemOf(error).code === 'not-found') return { text: '', version: null }
    throw error
  })

/** Reads names and words after every beat while an editor is shown. */
export function useCampaignWords(): void {
  const head = useSession((s) => s.present?.head)
  useEffect(() => {
    if (head === undefined || useProse.get().key === head) return
    const isFirst = useProse.get().key === ''
    useProse.set({ key: head })
    Promise.all([campaignNames(), readWords()]).then(
      ([names, { text }]) => {
        if (useProse.get().key !== head) return
        useProse.set({ names, known: knownWords([...names.flatMap(({ id, title = '' }) => [id, title]), text]) })
      },
      (error: unknown) => isFirst && showProblem(error)
    )
  }, [head])
}

const speller = new Speller(
  () => new Worker(new URL('./spell.worker.ts', import.meta.url), { type: 'module' }),
  () => useProse.set({ verdicts: useProse.get().verdicts + 1 })
)

/** Whether a word is marked: neither the dictionary has it nor the campaign, as far as both are known. */
export function isMisspelled(word: string): boolean {
  const { known, names } = useProse.get()
  return useSession.getState().desk.spelling && names.length > 0 && !isKnownWord(known, word) && speller.isWrong(word)
}

/** What a word might be, the most likely first. */
export const suggestionsFor = (word: string): Promise<readonly string[]> => speller.suggestions(word)

/** Adds a word to the campaign's own words, as one beat. */
export const addCampaignWord = (word: string): Promise<void | undefined> =>
  ifEditable(async () => {
    const saved = await runCall(async () => {
      const { text, version } = await readWords()
      const plain = plainText(text)
      const all = `${plain}${plain === '' || plain.endsWith('\n') ? '' : '\n'}${word.replaceAll('’', "'")}\n`
      return api.saveText.mutate({ path: PATH, text: withEndsOf(text, all), subject: `Added “${word}” to the campaign's words`, over: version })
    })
    if (!saved) return
    if ('held' in saved) notify(saved.held.message)
    else await savedEdit(saved.beat)
  })
