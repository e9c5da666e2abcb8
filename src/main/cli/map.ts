import { Option, type Command } from 'commander'
import { mapImageTexts } from '../../shared/map-image/texts'
import { MapFormat } from '../../shared/contract/world-edits'
import { AT, campaignCommand, type CommandContext, DIR, examples, type JsonFlag } from './usage'
import { readAnyText, saveOrPrint } from './text-file'
import { beatLine } from './words'

/** The commands that export and import maps. */
export function mapCommands(program: Command, { campaigns, to, print }: CommandContext): void {
  const map = program.command('map').description('export the map of a campaign, or import a map into it')

  map
    .command('export')
    .description('print the map: regions, places and journeys')
    .argument('<dir>', DIR)
    .addOption(new Option('--format <name>', 'file format').choices(MapFormat.options).default('json'))
    .option('--secrets', 'include what only the DM may know')
    .option(...AT)
    .addHelpText('after', examples('map export ~/stories/well > well.json', 'map export ~/stories/well --format graphml --secrets --at HEAD~10'))
    .action((dir: string, { at: rev, format, secrets = false }: { format: MapFormat; secrets?: boolean; at?: string }) =>
      campaigns.read(dir, rev, async (calls, at) => to.file((await calls.exportWorld({ format, secrets, ...at })).trimEnd()))
    )

  map
    .command('image')
    .description('print an image of the map as SVG: places, journeys, and who is where')
    .argument('<dir>', DIR)
    .option(...AT)
    .option('--light', 'dark lines on light, for print')
    .option('--seen', 'show only what the party has seen')
    .option('--out <file>', 'save to this file instead of printing')
    .addHelpText('after', examples('map image ~/stories/well > well.svg', 'map image ~/stories/well --at HEAD~10 --light --seen --out well.svg'))
    .action(async (dir: string, { at: rev, light, seen = false, out }: { at?: string; light?: boolean; seen?: boolean; out?: string }) => {
      const { svg, unlabelled, rows } = await campaigns.read(dir, rev, (calls, at) =>
        calls.mapImage({ theme: light ? 'light' : 'dark', seenOnly: seen, ...at })
      )
      if (rows) to.err(mapImageTexts.rows)
      if (unlabelled > 0) to.err(`${mapImageTexts.unlabelled(unlabelled)} To read them, point at the lines in a browser.`)
      saveOrPrint(to, out, svg)
    })

  campaignCommand(
    map,
    'import',
    'add a map (JSON or GraphML) to a campaign, as one beat',
    'map import ~/stories/mine well.json',
    'map import ~/stories/mine drawn-in-yed.graphml --region moor'
  )
    .argument('<file>', 'the map file')
    .option('--region <id>', "region for places that don't name one")
    .action(async (dir: string, file: string, { region, json }: { region?: string } & JsonFlag) => {
      const text = readAnyText(file, 'a JSON or GraphML file')
      // GraphML begins like XML.
      const format = /^\uFEFF?\s*</.test(text) ? 'graphml' : 'json'
      const done = await campaigns.open(dir, (calls) => calls.importWorld({ text, format, region }))
      print(json, done, beatLine(done.beat))
      for (const note of done.notes) to.err(note)
    })
}
