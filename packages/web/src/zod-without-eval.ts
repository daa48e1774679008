import { z } from "zod";

// Otherwise zod tries `new Function` with its first schema, which the page's content security policy refuses.
z.config({ jitless: true });
