import "./zod-without-eval.ts"; // before every schema
import "./style.css";
import { showSignPage } from "./sign/sign-page.ts";

const root = document.getElementById("sign");
if (root === null) throw new Error("sign.html has no element with the id sign");
void showSignPage(root);
