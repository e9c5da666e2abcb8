/** Singular nouns that end in s, and plural nouns without it. */
const ONE = /(?:ss|us|is|['’]s|\b(?:crossroads|gallows|works|barracks|gas|canvas|atlas|series|news))$/i
const MANY = /(?:s|\b(?:people|men|women|children|feet|geese|mice|oxen))$/i

/** Whether a name is plural: "the Gannet Rocks", "the leaves in the water", "10 minutes". A name without an article is singular. */
export function isPlural(name: string): boolean {
  if (!/^(?:the|some|two|three|four|five|six|seven|eight|nine|ten|[2-9]|\d\d+)\s/i.test(name)) return false
  const head = name.split(/\s(?:of|at|in|on|with|under|over|behind|from|to|for|by|that|who|which|above|below|beside|near|left)\s/)[0] ?? ''
  return MANY.test(head) && !ONE.test(head)
}

/** Uncountable nouns: nobody carries "a water". */
const UNCOUNTED =
  /(?:^|[\s-])(?:water|broth|soup|bread|salt|oil|wine|beer|ale|perry|milk|blood|coal|flour|sugar|tea|tobacco|powder|string|twine|thread|wax|tallow|soap|hair|money|silver|gold|iron|armou?r|mail|chalk|eyebright)$/i

/** The name of a thing with its indefinite article, if it takes one: "an axe", "holy water". */
export const withArticle = (name: string): string =>
  /s$|^(?:an?|the|some|one) /i.test(name) || !/^\p{Ll}/u.test(name) || UNCOUNTED.test(name) ? name : `${/^[aeiou]/.test(name) ? 'an' : 'a'} ${name}`
