import { resolve } from 'node:path'
import { CommanderError, type Command } from 'commander'
import type { CommandContext } from './command-context'
import { AS_JSON, examples, type Json } from './usage'

/** The options of `new`. */
interface NewOptions extends Json {
  game: string
  gameName?: string
  seed: string
  title?: string
  blank?: boolean
  here?: boolean
  map?: string
}

/** The command that creates campaigns: in a folder of their own, or beside the files of a repository. */
export function newCommand(program: Command, { commands, to, print }: CommandContext): void {
  program
    .command('new')
    .description('create a campaign in a new or empty folder, or beside the files of a git repository')
    .argument('<dir>', 'folder to create')
    .option('--game <name>', 'rules to play by: cairn-hack, totm, or starter for a game of your own', 'cairn-hack')
    .option('--game-name <name>', 'what the game is called in this campaign')
    .option('--seed <text>', 'random seed of the dice', '1')
    .option('--title <text>', 'title of the campaign')
    .option('--blank', 'start with a starter world instead of the sample campaign')
    .option('--here', 'the folder is a git repository: add a campaign beside its files, on a branch of its own')
    .option('--map <file>', 'with --here: import this map, given by its path in the repository')
    .option(...AS_JSON)
    .addHelpText(
      'after',
      examples(
        'new ~/stories/well --seed 7',
        'new ~/stories/mine --blank --title "The long night"',
        'new ~/stories/tide --game starter --game-name "Tide and Tallow"',
        'new ~/code/world --here'
      )
    )
    .action(async (dir: string, { game, gameName, seed, title, blank, here, map, json }: NewOptions) => {
      if (map !== undefined && !here) throw new CommanderError(2, 'usage', 'error: --map names a map in the repository, so it needs --here')
      const named = title === undefined ? {} : { title }
      const renamed = gameName === undefined ? {} : { gameName }
      if (!here) {
        const campaign = await commands.create({ dir: resolve(dir), game, ...renamed, seed, ...named, template: blank ? 'blank' : 'sample' })
        return print(json, campaign, `Created “${campaign.title}” in ${campaign.dir}.`)
      }
      const { campaign, branch, notes, maps } = await commands.createHere({
        dir: resolve(dir),
        game,
        ...renamed,
        seed,
        ...named,
        ...(map === undefined ? {} : { map })
      })
      print(json, { ...campaign, branch, notes }, `Created “${campaign.title}” in ${campaign.dir}, on the branch ${branch}.`)
      for (const note of notes) to.err(note)
      if (map === undefined) for (const path of maps) to.err(`The repository holds a map. To import it: proscenium map import ${dir} ${path}`)
    })
}
