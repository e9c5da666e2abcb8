import { never } from '../../../shared/calls'
import { Problem } from '../../../shared/problem'
import type { TranscriptAsked, TranscriptFile } from '../../../shared/transcript'
import { reading, revision } from '../terminal'
import { transcript } from '../../story/transcript/transcript'

/** The story of a folder between two revisions as a file; `onProgress` hears how far the setting of its pages is, in passages. Throws Problem `not-found`, `bad-input`. */
export const transcriptBetween = (
  dir: string,
  { from, to, ...asked }: TranscriptAsked,
  onProgress: (done: number, of: number) => void
): Promise<TranscriptFile> =>
  reading(dir, async (campaign) => {
    const span = { to: revision(campaign, to), ...(from === undefined ? {} : { from: revision(campaign, from) }) }
    for await (const news of transcript(campaign, { ...asked, ...span }, never)) {
      if (news.kind === 'file') return news.file
      if (news.what === 'setting' && news.done > 0) onProgress(news.done, news.of)
    }
    throw new Problem('internal', 'The export ended without a file. Please report this.')
  })
