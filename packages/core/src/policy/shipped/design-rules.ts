import { type RuleText, rulesOf } from "./rules-of.ts";

const BY_CATEGORY: Readonly<Record<string, readonly RuleText[]>> = {
  layout: [
    {
      id: "da-layout-01",
      name: "Layout follows the grid",
      severity: "warning",
      description: "misplaced blocks make a page hard to scan",
      detection: "elements off the grid, broken alignment, content that overlaps or overflows",
      recommendation: "place elements on the grid and align them with their neighbours",
    },
  ],
  spacing: [
    {
      id: "da-spacing-01",
      name: "Spacing uses the scale",
      severity: "warning",
      description: "uneven gaps hide which elements belong together",
      detection:
        "distances outside the spacing scale, or different distances between equal elements",
      recommendation: "use steps of the scale, with smaller gaps inside a group",
    },
  ],
  typography: [
    {
      id: "da-typography-01",
      name: "Typography uses the scale",
      severity: "warning",
      description: "too many sizes and weights compete for attention",
      detection:
        "font sizes, weights or line heights outside the scale, lines longer than about 80 characters",
      recommendation: "use the existing text styles",
    },
  ],
  colour: [
    {
      id: "da-colour-01",
      name: "Colours come from the palette",
      severity: "warning",
      description: "a hard-coded colour breaks themes and loses its meaning",
      detection: "inline colour values, one colour for two meanings",
      recommendation: "use colour tokens by role, and check every theme",
    },
  ],
  contrast: [
    {
      id: "da-contrast-01",
      name: "Text and controls have enough contrast",
      severity: "warning",
      description: "people with low vision cannot read low-contrast text",
      detection:
        "text under 4.5 to 1, large text and controls under 3 to 1, meaning conveyed by colour alone",
      recommendation: "increase the contrast, and add an icon or text to the colour",
    },
  ],
  hierarchy: [
    {
      id: "da-hierarchy-01",
      name: "The main action is obvious",
      severity: "warning",
      description: "if everything is emphasised, nothing is",
      detection: "several primary actions, headings out of order, emphasis on rarely used elements",
      recommendation: "use one primary action per view, and reduce the emphasis of the rest",
    },
  ],
  consistency: [
    {
      id: "da-consistency-01",
      name: "Components look and behave consistently",
      severity: "warning",
      description: "a second design for the same thing must be learned again",
      detection:
        "a new component beside an existing one, the same action with a different label or icon",
      recommendation: "use the existing component, or change it everywhere",
    },
  ],
  responsiveness: [
    {
      id: "da-responsiveness-01",
      name: "The layout works at every width",
      severity: "warning",
      description: "most users do not have the author's screen size",
      detection:
        "fixed widths, horizontal scrolling, touch targets that become too small, text that is cut off at 320 pixels or 200 % zoom",
      recommendation: "let content wrap and grow, and test the narrowest and widest layouts",
    },
  ],
  keyboard: [
    {
      id: "da-keyboard-01",
      name: "Everything works with a keyboard",
      severity: "warning",
      description: "people who cannot use a mouse depend on the keyboard",
      detection: "click handlers on plain elements, keyboard traps, a focus order that jumps",
      recommendation: "use native controls in reading order",
    },
  ],
  focus: [
    {
      id: "da-focus-01",
      name: "Focus is visible and managed",
      severity: "warning",
      description: "keyboard users cannot see where they are without visible focus",
      detection: "removed outlines, dialogs that do not trap and restore focus",
      recommendation: "keep a visible focus ring, move focus into a dialog and restore it on close",
    },
  ],
  semantics: [
    {
      id: "da-semantics-01",
      name: "Markup is semantic",
      severity: "warning",
      description: "assistive technology reads the markup, not the rendered page",
      detection: "missing labels, headings or roles, images without alternative text",
      recommendation: "use the correct element and give it an accessible name",
    },
  ],
  states: [
    {
      id: "da-states-01",
      name: "Every state is designed",
      severity: "warning",
      description: "a blank or failed page looks like a broken product",
      detection: "no loading, empty, error or disabled state",
      recommendation: "show what is happening, what failed and what to do next",
    },
  ],
  forms: [
    {
      id: "da-forms-01",
      name: "Forms prevent and explain errors",
      severity: "warning",
      description: "users give up when a form rejects or loses their input",
      detection:
        "errors far from their field, labels that disappear, input lost after an error, missing input types",
      recommendation:
        "put the label above and the error beside the field, and keep what the user typed",
    },
  ],
  motion: [
    {
      id: "da-motion-01",
      name: "Motion is short and purposeful",
      severity: "warning",
      description: "unnecessary motion distracts, and makes some people ill",
      detection: "long or endless animations, reduced-motion preference ignored",
      recommendation:
        "animate only state changes, keep it short, and respect the reduced-motion setting",
    },
  ],
  copy: [
    {
      id: "da-copy-01",
      name: "Text is plain and consistent",
      severity: "warning",
      description: "unclear text leads to support requests",
      detection: "jargon, blame, placeholder text, two terms for one thing",
      recommendation: "describe what it does, in the terms of the glossary",
    },
  ],
};

/** The fifteen dimensions of the design audit. The reviewer's `elevate` sets the severity of a failed one. */
export const DESIGN_RULES = rulesOf("design-auditor", BY_CATEGORY);
