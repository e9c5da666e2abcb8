import { Option, type Command } from 'commander'
import { Problem } from '../../shared/base/problem'
import { TranscriptFormat } from '../../shared/story/transcript'
import { saveOrPrint } from './text-file'
import { type CommandContext, DIR, examples } from './usage'

interface TranscriptOptions {
  from?: string
  to?: string
  format: TranscriptFormat
  private?: boolean
  stills: boolean
  writers?: boolean
  withoutModels?: boolean
  notes?: boolean
  out?: string
}

/** The command that writes a transcript. */
export function transcriptCommand(program: Command, { campaigns, to }: CommandContext): void {
  program
    .command('transcript')
    .description('export the story for reading, as Markdown, one HTML page, or PDF')
    .argument('<dir>', DIR)
    .option('--from <rev>', 'first beat: commit id (full or short), branch or HEAD~n (default: the beginning)')
    .option('--to <rev>', 'last beat (default: HEAD)')
    .addOption(new Option('--format <name>', 'file format').choices(TranscriptFormat.options).default('md'))
    .option('--private', 'include private talk between players and the DM')
    .option('--writers', 'say who wrote each text: the designer, the built-in table or rules, a model by name, a player')
    .option('--without-models', 'leave out what models wrote, or may have written, and say so in place')
    .option('--notes', "include the director's notes")
    .option('--no-stills', 'leave out the maps at the end of each session')
    .option('--out <file>', 'save to this file instead of printing (required for a PDF)')
    .addHelpText(
      'after',
      examples(
        'transcript ~/stories/well > well.md',
        'transcript ~/stories/well --from HEAD~100 --format pdf --out well.pdf',
        'transcript ~/stories/well --without-models --writers > own-words.md'
      )
    )
    .action((dir: string, { from, to: last, out, private: isPrivate = false, ...asked }: TranscriptOptions) => {
      if (asked.format === 'pdf' && out === undefined)
        throw new Problem('bad-input', 'A PDF can’t be printed to the terminal. Name a file with --out.')
      return campaigns.read(dir, last, async (calls, { at }) => {
        const first = from === undefined ? undefined : await calls.commitOf({ revision: from })
        for await (const news of await calls.transcript({ ...asked, private: isPrivate, from: first, to: at })) {
          if (news.kind !== 'file') {
            if (news.what === 'setting' && news.done > 0) to.err(`Typeset ${news.done} of ${news.of} passages.`)
            continue
          }
          const { text, base64 = '', notes } = news.file
          saveOrPrint(to, out, text ?? Buffer.from(base64, 'base64'))
          for (const note of notes) to.err(note)
        }
      })
    })
}
