import { resolve } from 'node:path'
import { type Command, CommanderError, InvalidArgumentError } from 'commander'
import type { StoryLine } from '../../shared/contract/story-calls'
import type { NoteOnBeat } from '../../shared/story/director-notes'
import { WRITER_KINDS, type WriterKind } from '../../shared/story/writers'
import { namesFrom } from '../../shared/words/change-words'
import { counted } from '../../shared/words/labels'
import { readAnyText } from './text-file'
import { campaignCommand, type CommandContext, type JsonFlag, wholeNumber } from './usage'
import { storyWords } from './words'

interface LogOptions extends JsonFlag {
  limit?: number
  withPrompts?: boolean
  import?: string
  by?: WriterKind[]
  writers?: boolean
  notes?: boolean
}

/** The kinds of writers in an argument such as `designer,built-in`. */
function writerKinds(text: string): WriterKind[] {
  return text.split(',').map((name) => {
    const kind = WRITER_KINDS.find((one) => one === name.trim())
    if (kind === undefined) throw new InvalidArgumentError(`Choose from ${WRITER_KINDS.join(', ')}, joined by commas.`)
    return kind
  })
}

/** The command that prints the story so far. */
export function logCommand(program: Command, { campaigns, print, to }: CommandContext): void {
  campaignCommand(
    program,
    'log',
    'print the story so far',
    'log ~/stories/well',
    'log ~/stories/well --limit 20 --json',
    'log ~/stories/well --by designer,built-in --writers --notes',
    'log ~/stories/well --with-prompts > well.jsonl',
    'log ~/stories/again --with-prompts --import well.jsonl'
  )
    .option('--limit <n>', 'print only the last n entries', wholeNumber(1))
    .option('--by <writers>', `print only lines with words by these writers: ${WRITER_KINDS.join(', ')}`, writerKinds)
    .option('--writers', 'say who wrote each line; --json always does')
    .option('--notes', "print the director's notes below their lines")
    .option('--with-prompts', "print a recording instead: each agent's prompts and answers, one turn per line of JSON")
    .option('--import <file>', 'with --with-prompts: import such a recording; play it back with --agent all=replay')
    .action(async (dir: string, { limit, withPrompts, import: file, by, writers, notes: asksForNotes, json }: LogOptions) => {
      if (file !== undefined && !withPrompts) throw new CommanderError(2, 'usage', 'error: --import reads a recording, so it needs --with-prompts')
      if (file !== undefined) {
        const text = readAnyText(file, 'a file made with "log --with-prompts"')
        const turns = await campaigns.open(dir, (calls) => calls.takeRecording({ text, name: resolve(file) }))
        return print(json, { turns }, `Imported ${counted(turns, 'turn')}. Play them back with --agent all=replay.`)
      }
      await campaigns.read(dir, undefined, async (calls) => {
        if (withPrompts) {
          for await (const turn of await calls.recording({ limit })) to.out(JSON.stringify(turn))
          return
        }
        const { actors = {}, places = {} } = (await calls.present())?.state ?? {}
        const story = await calls.storyLog({ writers: json === true || writers === true || by !== undefined })
        const all = by ? story.filter(({ parts = [] }) => parts.some(({ writer }) => by.includes(writer.by))) : story
        const { notes, problems } = asksForNotes ? await calls.directorNotes() : { notes: [], problems: [] }
        for (const problem of problems) to.err(problem)
        const withNotes = (line: StoryLine): StoryLine & { notes?: NoteOnBeat[] } =>
          asksForNotes ? { ...line, notes: notes.filter(({ commit }) => commit === line.commit) } : line
        print(
          json,
          (limit === undefined ? all : all.slice(-limit)).map(withNotes),
          storyWords(all, namesFrom(actors, places), limit, { writers, notes }) ||
            (story.length > 0 ? 'No line has words by these writers.' : `Nothing has been played yet. Start with: proscenium play ${dir}`)
        )
      })
    })
}
