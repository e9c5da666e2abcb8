/** Texts of the settings: the agents of the table, and model access on this machine. */
export const settingsTexts = {
  saving: 'Saving…',
  agentHints: {
    offline: 'Needs no model and no key.',
    anthropic: 'Calls a model with this machine’s key.',
    command: 'No tool of this campaign, or of your own, can play a seat. docs/tools.md describes how to write one.',
    replay: 'Replays the answers recorded on this machine, without a network.',
    hand: 'You play this seat, and the table waits for you.',
    mcp: 'A program plays this seat over MCP. Save, then connect it below.'
  } as Readonly<Record<string, string>>,
  clientsHint:
    'A client on this machine starts the command, or uses the address with the token. The address and the token change with each start of the app; the command stays the same.',
  efforts: { '': 'Default', low: 'Low', medium: 'Medium', high: 'High', max: 'Highest' } as Readonly<Record<string, string>>,
  standIn: 'Let the built-in table stand in for a model that fails',
  standInHint:
    'The log marks its beats. Proscenium calls a model that fails twice in a row again in the next scene, or when you press Play. Otherwise the table pauses.',
  gate: 'Return a narration once when the record contradicts it',
  plans: 'Let the DM work by plans',
  plansHint:
    'In its own turns the DM sends one plan. It is checked as a whole, done skill by skill, and narrated once. The inspector shows it under Plan. Otherwise the DM uses its tools one by one.',
  gateHint: 'The model reads the reason and can rewrite its narration. Otherwise Proscenium only marks contradictions.',
  sceneTrees: 'Let the DM narrate as scene trees',
  sceneTreesHint:
    'Players click words of the narration. Answers unfold in place, the clock moves with each scene, and what is planted stays an open thread.',
  tiers: { frame: 'Instructions', hot: 'Current scene', warm: 'Summaries', cold: 'Retrieved notes' } as const,
  direction: 'Direction',
  wholeNumber: (least: number, most: number): string => `Enter a whole number from ${least} to ${most.toLocaleString('en')}.`,
  keyWhere: {
    os: (host: string) => `The key for ${host} is in this system’s key store.`,
    memory: (host: string) => `Proscenium keeps the key for ${host} until you close it.`,
    environment: (host: string) => `The key for ${host} comes from the environment.`
  } as Readonly<Record<string, (host: string) => string>>,
  protocols: { messages: 'Messages API', chat: 'Chat completions' } as const,
  listed: (ids: readonly string[]): string =>
    ids.length === 0
      ? 'The server lists no model.'
      : `Default model now offers ${ids.length === 1 ? 'the server’s only model' : `the server’s ${ids.length} models`}: ${ids.slice(0, 5).join(', ')}${ids.length > 5 ? ' …' : '.'}`,
  toolChoices: { stable: 'Declare all, list what changes', live: 'Send new definitions each turn' } as const,
  toolsHint: {
    stable: 'Every tool is defined once, and the newest message lists those available. Most of each request comes from the provider’s cache.',
    live: 'The request defines only the available tools, for models that don’t follow a list. Changed definitions miss the cache: about twice the cost.'
  } as const,
  profiles: { full: 'Everything', lean: 'Lean, for small models' } as const,
  profileHint: {
    full: 'Every tool and the whole context, up to the sizes in This campaign.',
    lean: 'At most 8 tools and about 3,000 tokens in a request. One tool does every other action, and recall finds what had no room.'
  } as const,
  profileBySeat:
    'Automatic is lean for llama.cpp, Ollama and LM Studio on this machine, unless Test model finds that the model’s window is large. A seat can choose for itself.',
  seatProfiles: { '': 'As this machine says', full: 'Everything', lean: 'Lean prompts' } as const
} as const
