const IRREGULAR: Readonly<Record<string, string>> = Object.fromEntries(
  (
    'beat:beat bend:bent bet:bet bite:bit bleed:bled blow:blew break:broke breathe:breathed bring:brought burn:burned|burnt burst:burst catch:caught choose:chose ' +
    'cling:clung come:came creep:crept cut:cut deal:dealt dig:dug dive:dived|dove draw:drew drink:drank drive:drove eat:ate fall:fell feed:fed feel:felt ' +
    'fight:fought find:found flee:fled fling:flung fly:flew forgive:forgave get:got give:gave go:went grind:ground hang:hung hide:hid hit:hit hold:held ' +
    'hurt:hurt keep:kept kneel:knelt|kneeled lay:laid lead:led lean:leaned|leant leap:leapt|leaped leave:left lend:lent let:let lie:lay light:lit|lighted lose:lost make:made meet:met ' +
    'pay:paid put:put quit:quit read:read ride:rode ring:rang rise:rose run:ran say:said see:saw seek:sought sell:sold send:sent set:set shake:shook ' +
    'shoot:shot shut:shut sing:sang sink:sank sit:sat sleep:slept slide:slid sling:slung slit:slit speak:spoke spill:spilled|spilt spin:spun spit:spat ' +
    'split:split spring:sprang stand:stood steal:stole stick:stuck sting:stung stride:strode strike:struck string:strung swear:swore sweep:swept swim:swam ' +
    'swing:swung take:took teach:taught tear:tore tell:told think:thought throw:threw tread:trod unsling:unslung wake:woke wear:wore weep:wept wind:wound wring:wrung write:wrote ' +
    'begin:began withdraw:withdrew overturn:overturned'
  )
    .split(' ')
    .map((pair): [string, string] => [pair.split(':')[0] ?? '', pair.split(':')[1] ?? ''])
)

const DOUBLES = new Set(['admit', 'unzip', 'unwrap', 'unpin', 'commit'])
const doubled = (verb: string): string => (/^[^aeiouy]*(?:qu)?[aeiou][bdgmnprt]$/.test(verb) || DOUBLES.has(verb) ? `${verb}${verb.at(-1)}` : verb)
const endsInY = /[^aeiou]y$/

/** The third person of a verb: `carries`. */
const third = (verb: string): string =>
  endsInY.test(verb) ? `${verb.slice(0, -1)}ies` : /(?:[sxz]|ch|sh|[^aeiou]o|^go)$/.test(verb) ? `${verb}es` : `${verb}s`
/** The past of a verb, with alternatives: `burned|burnt`. */
const past = (verb: string): string =>
  IRREGULAR[verb] ?? (endsInY.test(verb) ? `${verb.slice(0, -1)}ied` : verb.endsWith('e') ? `${verb}d` : `${doubled(verb)}ed`)
const alternatives = (verbs: string, formsOf: (verb: string) => string): string =>
  [...new Set(verbs.trim().split(/\s+/))]
    .map((one) => {
      const [verb = '', ...rest] = one.split('_')
      return rest.length === 0 ? formsOf(verb) : `(?:${formsOf(verb)}) ${rest.join(' ')}`
    })
    .join('|')

/** The finite forms of verbs as alternatives of a pattern: base form, third person and past. Spaces separate verbs; `pick_up` is one verb. */
export const finite = (verbs: string): string => alternatives(verbs, (verb) => `${verb}|${third(verb)}|${past(verb)}`)
/** The same without the base form, which may be a noun: `draw`, `point`. */
export const inflected = (verbs: string): string => alternatives(verbs, (verb) => `${third(verb)}|${past(verb)}`)
/** The third persons of verbs, which describe a present action. */
export const thirds = (verbs: string): string => alternatives(verbs, third)

/** The finite forms of one verb: base, third person and past, with alternatives. */
export const formsOf = (verb: string): string[] => [verb, third(verb), ...past(verb).split('|')]
