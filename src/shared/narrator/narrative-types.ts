/** The types of narratives. */
export const NARRATIVE_TYPES = [
  ...(['memory', 'account', 'rumor', 'reputation', 'identity', 'bond', 'oath', 'debt', 'blood', 'enmity'] as const),
  ...(['love', 'service', 'ownership', 'claim', 'control', 'origin', 'belief', 'prophecy', 'lie', 'secret'] as const)
] as const
