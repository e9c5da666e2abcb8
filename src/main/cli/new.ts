import { join, resolve } from 'node:path'
import { CommanderError, type Command } from 'commander'
import { type CommandContext, type JsonFlag, resultCommand } from './usage'

interface NewOptions extends JsonFlag {
  game: string
  gameName?: string
  seed: string
  title?: string
  blank?: boolean
  start?: string
  here?: boolean
  map?: string
}

/** The command that creates campaigns: in a folder of their own, or beside the files of a repository. */
export function newCommand(program: Command, { campaigns, to, print }: CommandContext): void {
  resultCommand(
    program,
    'new',
    'create a campaign in a new or empty folder, or beside the files of a git repository',
    'new ~/stories/well --seed 7',
    'new ~/stories/trough --start the-cold-trough',
    'new ~/stories/mine --blank --title "The long night"',
    'new ~/stories/tide --game starter --game-name "Tide and Tallow"',
    'new ~/code/world --here'
  )
    .argument('<dir>', 'folder to create')
    .option('--game <name>', 'rules to play by: cairn-hack, totm, or starter for a game of your own', 'cairn-hack')
    .option('--game-name <name>', 'what the game is called in this campaign')
    .option('--seed <text>', 'random seed of the dice', '1')
    .option('--title <text>', 'title of the campaign')
    .option('--blank', 'start with a starter world instead of the sample campaign')
    .option('--start <name>', 'start with this bundled campaign and its game; an unknown name lists them')
    .option('--here', 'the folder is a git repository: add a campaign beside its files, on a branch of its own')
    .option('--map <file>', 'with --here: import this map, given by its path in the repository')
    .action((folder: string, { blank, here, map, json, start, ...wanted }: NewOptions, command: Command) => {
      if (map !== undefined && !here) throw new CommanderError(2, 'usage', 'error: --map names a map in the repository, so it needs --here')
      if (start !== undefined && (here || blank))
        throw new CommanderError(2, 'usage', `error: --start brings a world, so it can't be combined with --${here ? 'here' : 'blank'}`)
      const dir = resolve(folder)
      // The game follows from the start, unless the user names one.
      const { game: _default, ...others } = wanted
      const chosen = start === undefined || command.getOptionValueSource('game') === 'cli' ? wanted : others
      return campaigns.none(async (calls) => {
        if (!here) {
          const campaign = await calls.create({ dir, ...chosen, ...(start === undefined ? { template: blank ? 'blank' : 'sample' } : { start }) })
          return print(json, campaign, `Created “${campaign.title}” in ${campaign.dir}.`)
        }
        const { maps } = await calls.foreign({ dir })
        const { campaign, notes } = await calls.createHere({ dir, ...wanted, map })
        const branch = (await calls.present())?.branch ?? ''
        print(json, { ...campaign, branch, notes }, `Created “${campaign.title}” in ${campaign.dir}, on the branch ${branch}.`)
        for (const note of notes) to.err(note)
        if (map !== undefined) return
        for (const { path } of maps) to.err(`The repository holds a map. To import it: proscenium map import ${folder} ${join(campaign.dir, path)}`)
      })
    })
}
