import { resolve } from 'node:path'
import { Option, type Command } from 'commander'
import { Problem } from '../../shared/base/problem'
import { TranscriptFormat } from '../../shared/story/transcript'
import type { CommandContext } from './command-context'
import type { TranscriptWish } from './commands'
import { saveFile } from '../machine/save-file'
import { DIR, examples } from './usage'

/** The command that writes a transcript. */
export function transcriptCommand(program: Command, { commands, to }: CommandContext): void {
  program
    .command('transcript')
    .description('export the story for reading, as Markdown, one HTML page, or PDF')
    .argument('<dir>', DIR)
    .option('--from <rev>', 'first beat: commit id (full or short), branch or HEAD~n (default: the beginning)')
    .option('--to <rev>', 'last beat (default: HEAD)')
    .addOption(new Option('--format <name>', 'file format').choices(TranscriptFormat.options).default('md'))
    .option('--private', 'include private talk between players and the DM')
    .option('--no-stills', 'leave out the maps at the end of each session')
    .option('--out <file>', 'save to this file instead of printing (required for a PDF)')
    .addHelpText('after', examples('transcript ~/stories/well > well.md', 'transcript ~/stories/well --from HEAD~100 --format pdf --out well.pdf'))
    .action(
      async (
        dir: string,
        { out, private: includesPrivate = false, ...range }: Omit<TranscriptWish, 'private'> & { private?: boolean; out?: string }
      ) => {
        if (range.format === 'pdf' && out === undefined)
          throw new Problem('bad-input', 'A PDF can’t be printed to the terminal. Name a file with --out.')
        const file = await commands.transcript(resolve(dir), { ...range, private: includesPrivate }, (done, of) =>
          to.err(`Typeset ${done} of ${of} passages.`)
        )
        const content = file.text ?? Buffer.from(file.base64 ?? '', 'base64')
        if (out === undefined) to.file(content.toString().trimEnd())
        else {
          saveFile(resolve(out), content)
          to.err(`Saved ${resolve(out)}.`)
        }
        for (const note of file.notes) to.err(note)
      }
    )
}
