import { type Command, InvalidArgumentError, Option } from 'commander'
import { own } from '../../shared/base/json'
import type { ListedModel, ModelPrice, Protocol } from '../../shared/table/model-access'
import { presetAddress, presetName, protocolAt, SERVER_PRESETS } from '../../shared/table/model-servers'
import type { MachineSettings, Profile } from '../../shared/table/turns'
import { type CommandContext, type JsonFlag, resultCommand } from './usage'

interface ModelOptions extends JsonFlag {
  address?: string
  protocol?: Protocol | 'auto'
  profile?: Profile | 'auto'
  use?: string
  price?: ModelPrice | 'none'
  list?: boolean
  test?: boolean
}

const API: Readonly<Record<Protocol, string>> = { messages: 'Messages API', chat: 'chat completions' }

/** `0.2,0.6` or `0.2,0.6,0.05`: dollars per million tokens of input, of output, and of input from the cache. */
function priceArgument(text: string): ModelPrice | 'none' {
  if (text === 'none') return text
  const [input, output, cached, ...more] = text.split(',').map((part) => (/^\d{1,4}(\.\d{1,6})?$/.test(part.trim()) ? Number(part) : Number.NaN))
  if (input === undefined || output === undefined || more.length > 0 || [input, output, cached ?? 0].some(Number.isNaN))
    throw new InvalidArgumentError('Write input,output or input,output,cached in US dollars per million tokens, such as 0.2,0.6, or none.')
  return { input, output, ...(cached === undefined ? {} : { cached }) }
}

function priceWords({ model, prices }: MachineSettings): string {
  const price = own(prices, model)
  if (!price) return 'the published one, if it is known'
  const cached = price.cached === undefined ? '' : `, $${price.cached} for cached input`
  return `$${price.input} for input, $${price.output} for output${cached}, per million tokens`
}

const keyWords = ({ key, needsKey, host }: MachineSettings): string =>
  key === 'environment'
    ? 'from the environment'
    : needsKey
      ? `none for ${host}; set PROSCENIUM_API_KEY and PROSCENIUM_BASE_URL`
      : 'none, and none is needed'

const settingsWords = (machine: MachineSettings): string => {
  const { baseUrl, defaultHost, protocol, model, profile, usualProfile } = machine
  const address = baseUrl ?? `https://${defaultHost}`
  const name = presetName(address)
  return [
    `Address:  ${address}${name === undefined ? '' : ` (${name})`}`,
    `Protocol: ${API[protocol ?? protocolAt(address)]}`,
    `Model:    ${model}`,
    `Price:    ${priceWords(machine)}`,
    `Key:      ${keyWords(machine)}`,
    `Profile:  ${profile ?? usualProfile}${profile === undefined ? ' (as server and model suggest)' : ''}`
  ].join('\n')
}

const listWords = (models: readonly ListedModel[]): string =>
  models.map(({ id, contextTokens }) => (contextTokens === undefined ? id : `${id}  ${contextTokens.toLocaleString('en')} tokens`)).join('\n') ||
  'The server lists no model.'

/** Shows and changes how this machine reaches models. */
export function modelCommand(program: Command, { campaigns, print, setExitCode }: CommandContext): void {
  resultCommand(
    program,
    'model',
    'show or change the model that this machine calls, list the models of its server, and test one',
    'model',
    'model --address ollama --list',
    'model --use qwen3:8b --price 0,0 --test',
    'model --profile lean',
    'model --address https://models.example.org/v1 --protocol chat',
    'model --address default'
  )
    .option('--address <address>', `the server: an address, default, or one of ${SERVER_PRESETS.map(({ name }) => name.toLowerCase()).join(', ')}`)
    .addOption(new Option('--protocol <name>', 'the API of the server (default: as the address says)').choices(['messages', 'chat', 'auto']))
    .addOption(
      new Option('--profile <name>', 'how much models are given: lean is for small ones, at most 8 tools and about 3,000 tokens').choices([
        'full',
        'lean',
        'auto'
      ])
    )
    .option('--use <model>', 'the model to call if a campaign names none')
    .option('--price <prices>', 'the price of that model: input,output[,cached] in US dollars per million tokens, or none', priceArgument)
    .option('--list', 'list the models of the server')
    .option('--test', 'send one short request, to see what the model can do')
    .action(async ({ address, protocol, profile, use, price, list, test, json }: ModelOptions) =>
      campaigns.none(async (calls) => {
        const model = use ?? (await calls.machine()).model
        const machine = await calls.setMachine({
          ...(address === undefined ? {} : { baseUrl: address === 'default' ? null : presetAddress(address) }),
          ...(protocol === undefined ? {} : { protocol: protocol === 'auto' ? null : protocol }),
          ...(profile === undefined ? {} : { profile: profile === 'auto' ? null : profile }),
          ...(use === undefined ? {} : { model: use }),
          ...(price === undefined ? {} : { prices: { [model]: price === 'none' ? null : price } })
        })
        if (list) {
          const models = await calls.endpointModels()
          print(json, models, listWords(models))
        }
        if (test) {
          const trial = await calls.tryModel({})
          print(json, trial, trial.words)
          setExitCode(trial.ok ? 0 : 1)
        }
        if (!list && !test) print(json, machine, settingsWords(machine))
      })
    )
}
