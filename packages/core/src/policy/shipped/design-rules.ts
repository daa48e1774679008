import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  layout: [
    {
      id: "da-layout-01",
      name: "Layout follows the grid",
      severity: "warning",
      description: "misplaced blocks make a page hard to scan",
      detection:
        "elements off the grid, broken alignment, content that overlaps or leaves the frame",
      recommendation: "place them on the grid and align them with their neighbours",
    },
  ],
  spacing: [
    {
      id: "da-spacing-01",
      name: "Spacing comes from the scale",
      severity: "warning",
      description: "uneven gaps blur what belongs together",
      detection: "distances that are not steps of the scale, or that differ between equal parts",
      recommendation: "use the steps of the scale, nearer for what belongs together",
    },
  ],
  typography: [
    {
      id: "da-typography-01",
      name: "Type comes from the scale",
      severity: "warning",
      description: "many sizes and weights compete for attention",
      detection:
        "font sizes, weights or line heights outside the scale, lines longer than about 80 characters",
      recommendation: "use the text styles that exist",
    },
  ],
  colour: [
    {
      id: "da-colour-01",
      name: "Colours come from the palette",
      severity: "warning",
      description: "a colour without a role breaks themes and meaning",
      detection: "colour values written in place, one colour for two meanings",
      recommendation: "use the tokens by their role, and check every theme",
    },
  ],
  contrast: [
    {
      id: "da-contrast-01",
      name: "Text and controls can be read",
      severity: "warning",
      description: "low contrast shuts people out",
      detection:
        "text under 4.5 to 1, large text and controls under 3 to 1, meaning carried by colour alone",
      recommendation: "darken or lighten the pair, and add a sign beside the colour",
    },
  ],
  hierarchy: [
    {
      id: "da-hierarchy-01",
      name: "The eye finds the main thing first",
      severity: "warning",
      description: "if everything is loud, nothing is",
      detection:
        "several primary actions, headings out of order, emphasis on what is rarely needed",
      recommendation: "one primary action for each view, the rest quieter",
    },
  ],
  consistency: [
    {
      id: "da-consistency-01",
      name: "One thing looks and acts one way",
      severity: "warning",
      description: "a second look for the same thing must be learned again",
      detection:
        "a new component beside one that exists, the same action with another word or icon",
      recommendation: "use the component that exists, or change it everywhere",
    },
  ],
  responsiveness: [
    {
      id: "da-responsiveness-01",
      name: "It works at every width",
      severity: "warning",
      description: "most people do not have the author's screen",
      detection:
        "fixed widths, sideways scrolling, targets that become too small, text that is cut at 320 pixels or 200 % zoom",
      recommendation: "let it wrap and grow, and try the narrowest and the widest",
    },
  ],
  keyboard: [
    {
      id: "da-keyboard-01",
      name: "Everything works without a mouse",
      severity: "warning",
      description: "who cannot point cannot use it otherwise",
      detection: "click handlers on plain elements, traps, an order of focus that jumps",
      recommendation: "use native controls, in the order in which they are read",
    },
  ],
  focus: [
    {
      id: "da-focus-01",
      name: "Focus can be seen and is led",
      severity: "warning",
      description: "lost focus is lost place",
      detection: "removed outlines, dialogs that do not take and give back focus",
      recommendation: "keep a clear ring, move focus into a dialog and back",
    },
  ],
  semantics: [
    {
      id: "da-semantics-01",
      name: "The markup says what things are",
      severity: "warning",
      description: "assistive technology reads the markup, not the picture",
      detection: "missing labels, headings or roles, images without alternative text",
      recommendation: "use the right element, and give it a name",
    },
  ],
  states: [
    {
      id: "da-states-01",
      name: "Every state is designed",
      severity: "warning",
      description: "an empty or failed page looks like a broken product",
      detection: "no loading, empty, error or disabled state",
      recommendation: "show what is happening, what went wrong and what to do",
    },
  ],
  forms: [
    {
      id: "da-forms-01",
      name: "Forms help to get it right",
      severity: "warning",
      description: "a lost or refused input is a lost user",
      detection:
        "errors far from their field, labels that vanish, input lost after an error, missing input types",
      recommendation: "label above, error beside the field, and keep what was typed",
    },
  ],
  motion: [
    {
      id: "da-motion-01",
      name: "Motion has a purpose and an end",
      severity: "warning",
      description: "needless motion distracts and makes some people ill",
      detection: "long or endless animation, no regard for reduced motion",
      recommendation: "keep it short, for changes of state, and off on request",
    },
  ],
  copy: [
    {
      id: "da-copy-01",
      name: "Words are plain and the same everywhere",
      severity: "warning",
      description: "unclear words become support requests",
      detection: "jargon, blame, placeholder text, two words for one thing",
      recommendation: "say what it does in the words of the glossary",
    },
  ],
};

/** The fifteen dimensions of the design audit. A failed one is raised by the reviewer's `elevate`. */
export const DESIGN_RULES = rulesOf("design-auditor", BY_CATEGORY);
